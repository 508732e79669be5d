//! Finds a toolchain that can compile for wasm.
//!
//! Two toolchains are looked at, the one on the path and the one of the system (`/usr/bin`); each may
//! have the standard library for wasm, or its source, from which it is built on the way.

use crate::Result;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The only target: no OS, no emulation of one.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// Narrows the search to one [`Way`], to test each on one machine: `target` or `build-std`.
const WAY_VARIABLE: &str = "TAILWALK_WASM_WAY";

/// A toolchain and the way it takes.
pub struct Route {
    cargo: PathBuf,
    rustc: PathBuf,
    version: String,
    way: Way,
}

/// Where the standard library for wasm comes from.
enum Way {
    /// It is installed (`rustup target add wasm32-unknown-unknown`).
    Target,
    /// It is built from its source (Debian's `rust-web-src`, rustup's `rust-src`), which a stable
    /// compiler allows only under RUSTC_BOOTSTRAP; the toolchain then needs a linker from elsewhere.
    BuildStd {
        /// An lld that understands wasm.
        linker: PathBuf,
    },
}

impl Route {
    /// The first way that is open: an installed target before a built one, the toolchain on the path
    /// before the system's.
    pub fn find() -> Result<Route> {
        let wanted = std::env::var(WAY_VARIABLE).unwrap_or_default();
        let toolchains = ["", "/usr/bin/"].map(|folder| [format!("{folder}cargo"), format!("{folder}rustc")]);
        for way in [target as fn(&str) -> Option<Way>, build_std] {
            for [cargo, rustc] in &toolchains {
                let Some(version) = printed(rustc, &["--version"]) else { continue };
                match way(rustc) {
                    Some(way) if wanted.is_empty() || wanted == way.name() => {
                        return Ok(Route { cargo: cargo.into(), rustc: rustc.into(), version, way });
                    }
                    _ => {}
                }
            }
        }
        Err(format!(
            "no Rust toolchain here can compile for {TARGET}: run `rustup target add {TARGET}`, or on Debian \
             `apt-get install rustc-web cargo-web rust-web-src lld-22`"
        ))
    }

    /// Toolchain and way, for people and for the stamp of the build.
    pub fn name(&self) -> String {
        format!("{}, {}", self.version, self.way.name())
    }

    /// A `cargo` that compiles for [`TARGET`] by this route.
    ///
    /// This process was itself started by a `cargo`, perhaps of another toolchain: what that one left
    /// in the environment is taken out.
    pub fn cargo_build(&self) -> Command {
        let mut cargo = Command::new(&self.cargo);
        for (name, _) in std::env::vars_os() {
            let text = name.to_string_lossy();
            let left = ["CARGO_PKG_", "CARGO_MANIFEST_", "LD_LIBRARY_PATH"];
            if left.iter().any(|start| text.starts_with(start)) {
                cargo.env_remove(&name);
            }
        }
        cargo.env("RUSTC", &self.rustc).args(["build", "--target", TARGET]);
        if self.rustc.is_absolute() {
            cargo.env_remove("RUSTUP_TOOLCHAIN");
        }
        if let Way::BuildStd { linker } = &self.way {
            cargo
                .env("RUSTC_BOOTSTRAP", "1")
                .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker)
                .args(["-Z", "build-std=std,panic_abort"]);
        }
        cargo
    }

    /// Folder of the compiler's own files.
    pub fn sysroot(&self) -> Option<PathBuf> {
        sysroot(&self.rustc.to_string_lossy())
    }
}

impl Way {
    fn name(&self) -> &'static str {
        match self {
            Way::Target => "target",
            Way::BuildStd { .. } => "build-std",
        }
    }
}

fn target(rustc: &str) -> Option<Way> {
    let folder = printed(rustc, &["--print", "target-libdir", "--target", TARGET])?;
    Path::new(&folder).read_dir().ok()?.next()?.ok()?;
    Some(Way::Target)
}

fn build_std(rustc: &str) -> Option<Way> {
    let source = sysroot(rustc)?.join("lib/rustlib/src/rust/library/std/Cargo.toml");
    source.is_file().then(|| linker().map(|linker| Way::BuildStd { linker }))?
}

/// An lld that speaks wasm: the one inside a rustup toolchain, else Debian's, newest first.
fn linker() -> Option<PathBuf> {
    let bundled = sysroot("rustc").and_then(|root| {
        let hosts = root.join("lib/rustlib").read_dir().ok()?;
        hosts.flatten().map(|host| host.path().join("bin/rust-lld")).find(|file| file.is_file())
    });
    bundled.or_else(|| {
        let versions = (15..=40).rev().map(|version| format!("wasm-ld-{version}"));
        let names: Vec<String> = ["wasm-ld".to_string()].into_iter().chain(versions).collect();
        let folders = std::env::var_os("PATH")?;
        std::env::split_paths(&folders)
            .flat_map(|folder| names.iter().map(move |name| folder.join(name)).collect::<Vec<_>>())
            .find(|file| file.is_file())
    })
}

fn sysroot(rustc: &str) -> Option<PathBuf> {
    printed(rustc, &["--print", "sysroot"]).map(PathBuf::from)
}

/// What a program printed, trimmed; `None` when it is not there or failed.
fn printed(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).env_remove("LD_LIBRARY_PATH").output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
}
