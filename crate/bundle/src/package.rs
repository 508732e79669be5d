//! `build/wasm`: the result, laid out as an npm package called `tailwalk-wasm`.

use crate::Result;
use crate::steps::STEM;
use std::fs;
use std::path::Path;
use zopfli::{Format, Options};

/// Bytes of the result.
pub struct Sizes {
    /// The `.wasm`.
    pub raw: usize,
    /// Gzipped, as it travels.
    pub gzip: usize,
}

/// File that remembers what the package was made from; written last.
const STAMP: &str = "stamp";

/// Whether `out` holds a whole package made from `stamp`.
pub fn is_current(out: &Path, stamp: &str) -> bool {
    fs::read_to_string(out.join(STAMP)).is_ok_and(|found| found == stamp)
}

/// Writes the package.
///
/// | file | what |
/// |---|---|
/// | `tailwalk_wasm.js`, `.d.ts` | the glue, an ES module |
/// | `tailwalk_wasm.wasm` | for tests and curious people |
/// | `bytes.js`, `.d.ts` | the same, gzipped and in base64: how it travels in every home |
pub fn write(out: &Path, glue: &Path, wasm: &[u8], stamp: &str) -> Result<Sizes> {
    let gzipped = gzip(wasm).map_err(|error| format!("cannot compress the wasm: {error}"))?;
    let bytes = format!("export default \"{}\";\n", base64(&gzipped));
    let glue_types = format!("{STEM}.d.ts");
    let glue_script = format!("{STEM}.js");
    let wasm_name = format!("{STEM}.wasm");
    let put = || -> std::io::Result<()> {
        fs::create_dir_all(out)?;
        let _ = fs::remove_file(out.join(STAMP));
        fs::copy(glue.join(&glue_script), out.join(&glue_script))?;
        fs::copy(glue.join(&glue_types), out.join(&glue_types))?;
        fs::write(out.join(wasm_name), wasm)?;
        fs::write(out.join("bytes.js"), bytes)?;
        fs::write(out.join("bytes.d.ts"), "declare const bytes: string;\nexport default bytes;\n")?;
        fs::write(out.join("package.json"), PACKAGE)?;
        fs::write(out.join(STAMP), stamp)
    };
    put().map_err(|error| format!("cannot write {}: {error}", out.display()))?;
    Ok(Sizes { raw: wasm.len(), gzip: gzipped.len() })
}

const PACKAGE: &str = r#"{
  "name": "tailwalk-wasm",
  "private": true,
  "type": "module",
  "exports": {
    ".": { "types": "./tailwalk_wasm.d.ts", "default": "./tailwalk_wasm.js" },
    "./bytes": { "types": "./bytes.d.ts", "default": "./bytes.js" }
  }
}
"#;

/// The densest gzip there is: it is made once and loaded often.
fn gzip(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut gzipped = Vec::new();
    zopfli::compress(Options::default(), Format::Gzip, bytes, &mut gzipped)?;
    Ok(gzipped)
}

/// RFC 4648 base64 with padding.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let word =
            chunk.iter().enumerate().fold(0u32, |word, (i, byte)| word | u32::from(*byte) << (16 - 8 * i));
        for i in 0..4 {
            let letter = LETTERS[(word >> (18 - 6 * i) & 63) as usize];
            text.push(if i <= chunk.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_of_the_rfc() {
        let check = |bytes: &str, text: &str| assert_eq!(base64(bytes.as_bytes()), text);
        check("", "");
        check("f", "Zg==");
        check("fo", "Zm8=");
        check("foo", "Zm9v");
        check("foob", "Zm9vYg==");
        check("fooba", "Zm9vYmE=");
        check("foobar", "Zm9vYmFy");
    }
}
