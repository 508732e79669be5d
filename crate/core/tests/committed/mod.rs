//! Files that are generated, committed, and compared.

use std::path::PathBuf;

/// Compares the committed file with what was generated, or writes it when `UPDATE` is set.
///
/// `path` is relative to the repository, `update` is the command that writes the file.
pub fn check(path: &str, generated: &str, update: &str) {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&file, generated).unwrap();
    }
    let committed = std::fs::read_to_string(&file).unwrap_or_default().replace("\r\n", "\n");
    let differs = committed.lines().zip(generated.lines()).find(|(old, new)| old != new);
    assert!(
        committed == generated,
        "{path} is not what was generated; first difference {differs:?}; update it with\n  {update}"
    );
}
