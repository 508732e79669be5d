//! What the result depends on, as one number.

use crate::Result;
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};

/// Files and folders whose bytes decide about the result; tests and examples do not.
const SOURCES: &[&str] = &[
    "Cargo.toml",
    "Cargo.lock",
    "crate/read/Cargo.toml",
    "crate/read/src",
    "crate/core/Cargo.toml",
    "crate/core/src",
    "crate/wasm",
    "crate/bundle",
];

/// A digest of the bytes and names of all sources.
#[expect(clippy::disallowed_methods, reason = "does not travel")]
pub fn digest(root: &Path) -> Result<String> {
    let mut files = Vec::new();
    for source in SOURCES {
        collect(&root.join(source), &mut files)?;
    }
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in &files {
        let bytes = fs::read(file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
        let name = file.strip_prefix(root).unwrap_or(file);
        hasher.write(name.to_string_lossy().as_bytes());
        hasher.write_usize(bytes.len());
        hasher.write(&bytes);
    }
    Ok(format!("{:016x}", hasher.finish()))
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    if path.is_dir() {
        let entries =
            fs::read_dir(path).map_err(|error| format!("cannot list {}: {error}", path.display()))?;
        for entry in entries.flatten() {
            collect(&entry.path(), files)?;
        }
    } else {
        files.push(path.to_path_buf());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_byte_gives_another_digest() {
        let root = std::env::temp_dir().join(format!("tailwalk-sources-{}", std::process::id()));
        for source in SOURCES {
            let file = root.join(source);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "one").unwrap();
        }
        let before = digest(&root).unwrap();
        assert_eq!(before, digest(&root).unwrap());
        fs::write(root.join("crate/core/src"), "two").unwrap();
        assert_ne!(before, digest(&root).unwrap());
        fs::remove_dir_all(&root).unwrap();
    }
}
