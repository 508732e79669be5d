//! The only build tool: `crate/wasm` in, glue and optimised wasm out.
//!
//! ```text
//! crate/core + crate/wasm --cargo--> .wasm --wasm-bindgen--> glue + .wasm --wasm-opt--> order --> build/wasm
//! ```
//!
//! - Runs in the root of the repository: `cargo run --profile tool -p tailwalk-bundle`.
//! - Does nothing when neither the sources nor the toolchain changed since the last run.
//! - Installs nothing: `scripts/setup.mjs` does. What is missing is named in one sentence.

mod order;
mod package;
mod sources;
mod steps;
mod toolchain;

use std::path::Path;
use std::process::ExitCode;

/// The result of a step; the error is a sentence for the person who runs the build.
type Result<T> = std::result::Result<T, String>;

fn main() -> ExitCode {
    match run(Path::new(".")) {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("bundle: {sentence}");
            ExitCode::FAILURE
        }
    }
}

fn run(root: &Path) -> Result<()> {
    let root = root.canonicalize().map_err(|error| format!("cannot resolve the current folder: {error}"))?;
    let route = toolchain::Route::find()?;
    let stamp = format!("{} {}", sources::digest(&root)?, route.name());
    let out = root.join("build/wasm");
    if package::is_current(&out, &stamp) {
        eprintln!("bundle: build/wasm is up to date");
        return Ok(());
    }
    let work = root.join("target/wasm");
    let built = steps::timed("cargo", &route.name(), || steps::compile(&root, &work, &route))?;
    let glue = steps::timed("wasm-bindgen", "glue for the web target", || steps::bind(&built, &work))?;
    let named =
        steps::timed("wasm-opt", steps::OPTIMISE.join(" ").as_str(), || steps::optimise(&root, &glue))?;
    let wasm = steps::timed("order", "like functions side by side", || steps::order(&root, &named))?;
    let sizes = steps::timed("pack", "gzip, base64", || package::write(&out, &glue, &wasm, &stamp))?;
    eprintln!("bundle: build/wasm: wasm {} bytes, {} gzipped", sizes.raw, sizes.gzip);
    Ok(())
}
