//! The steps, each a function from files to files.

use crate::Result;
use crate::order;
use crate::toolchain::{Route, TARGET};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;
use wasm_bindgen_cli_support::Bindgen;

/// Name of the wasm crate's library, and of everything made from it.
pub const STEM: &str = "tailwalk_wasm";

/// What wasm-opt does: as much as pays once the result is compressed.
///
/// - After LLVM, higher levels make the bytes fewer but compress worse (-Oz: 43 kB less raw, 27 kB more
///   gzipped, nearly all of it by inlining), run no faster, and take three times as long.
/// - Runs of zeros in the data are kept: cutting them out takes 14 kB of raw bytes and adds 3 kB of gzipped.
/// - Rust puts the end of the stack at address 0, so what is below 1 KiB is as good as unused, and an offset
///   can be part of a load; then equal tails and functions are folded (2 kB).
pub const OPTIMISE: &[&str] = &[
    "-O1",
    "--skip-pass=memory-packing",
    "--low-memory-unused",
    "--rse",
    "--code-folding",
    "--vacuum",
    "--duplicate-function-elimination",
];

/// Runs a step and says how long it took.
pub fn timed<T>(step: &str, detail: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    let start = Instant::now();
    let made = work()?;
    eprintln!("bundle: {step:<13}{:6.1} s  {detail}", start.elapsed().as_secs_f64());
    Ok(made)
}

/// Compiles `crate/wasm`; the answer is the raw `.wasm`.
///
/// Not stripped here: wasm-bindgen reads the section of target features that `strip` drops.
pub fn compile(root: &Path, work: &Path, route: &Route) -> Result<PathBuf> {
    let mut cargo = route.cargo_build();
    cargo
        .args(["--profile", "wasm", "--locked", "--quiet", "-p", "tailwalk-wasm"])
        .env("CARGO_TARGET_DIR", work)
        .env("CARGO_ENCODED_RUSTFLAGS", flags(root, route).join("\u{1f}"))
        .current_dir(root);
    check(&mut cargo, "cargo build")?;
    Ok(work.join(TARGET).join("wasm").join(STEM).with_extension("wasm"))
}

/// Compiler flags: panic messages name files as the repository does, not as this machine does.
fn flags(root: &Path, route: &Route) -> Vec<String> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    let registries = home.map(|home| home.join("registry/src"));
    let registries = registries.and_then(|folder| folder.read_dir().ok());
    let registries = registries.into_iter().flatten().flatten().map(|entry| (entry.path(), "crates"));
    let library = route.sysroot().map(|root| (root.join("lib/rustlib/src/rust"), "rust"));
    registries
        .chain(library)
        .chain([(root.join("crate"), "crate")])
        .map(|(from, to)| format!("--remap-path-prefix={}={to}", from.display()))
        .collect()
}

/// Makes the JavaScript glue, its types and the `.wasm` that belongs to them.
///
/// - Target `web`: one ES module that takes the bytes from whoever calls it.
/// - With a function that replaces the instance, for life after a panic.
/// - Names of functions stay in: without them wasm-opt moves no function.
pub fn bind(built: &Path, work: &Path) -> Result<PathBuf> {
    let folder = work.join("glue");
    let made = Bindgen::new()
        .input_path(built)
        .web(true)
        .map(|bindgen| bindgen.typescript(true).omit_default_module_path(true).reset_state_function(true))
        .map(|bindgen| bindgen.remove_producers_section(true))
        .and_then(|bindgen| bindgen.generate(&folder));
    made.map_err(|error| format!("wasm-bindgen failed: {error:#}"))?;
    Ok(folder)
}

/// Makes the `.wasm` small and fast; functions keep names, so that they can be moved.
pub fn optimise(root: &Path, glue: &Path) -> Result<PathBuf> {
    let output = glue.join("optimised.wasm");
    wasm_opt(root, OPTIMISE, &["-g"], &glue.join(format!("{STEM}_bg.wasm")), &output)?;
    Ok(output)
}

/// Puts functions side by side that are alike (see [`order`]), and drops their names.
pub fn order(root: &Path, wasm: &Path) -> Result<Vec<u8>> {
    let (input, output) = (wasm.with_file_name("named.wasm"), wasm.with_file_name("ordered.wasm"));
    let named = order::name_by_place(&read(wasm)?)?;
    fs::write(&input, named).map_err(|error| format!("cannot write {}: {error}", input.display()))?;
    wasm_opt(root, &["--reorder-functions-by-name"], &[], &input, &output)?;
    read(&output)
}

fn wasm_opt(root: &Path, passes: &[&str], keep: &[&str], input: &Path, output: &Path) -> Result<()> {
    let script = root.join("node_modules/binaryen/bin/wasm-opt");
    let mut wasm_opt = Command::new("node");
    wasm_opt.arg(script).args(passes).args(keep).arg(input).arg("-o").arg(output);
    check(&mut wasm_opt, "wasm-opt")
}

fn read(file: &Path) -> Result<Vec<u8>> {
    fs::read(file).map_err(|error| format!("cannot read {}: {error}", file.display()))
}

fn check(command: &mut Command, name: &str) -> Result<()> {
    let status = command.status().map_err(|error| format!("cannot start {name}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{name} failed ({status})")) }
}
