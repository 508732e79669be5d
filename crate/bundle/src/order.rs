//! Functions in an order in which they compress well.
//!
//! gzip finds likeness only within its window of 32 KiB, and what was made of one generic function lies
//! all over the module. So each function is followed by the one most of which was just seen; wasm-opt
//! moves functions by their names, so places are written as names. Against the order of the true names
//! this is 7 KB.

use crate::Result;
use std::collections::HashMap;

/// Bytes that must be alike at once: shorter runs are everywhere, longer ones miss what gzip would find.
const PIECE: usize = 6;

/// How far back is looked: half of the window of gzip compresses best, as functions must fit into it too.
const WINDOW: usize = 16 << 10;

/// Bytes by which every function counts as longer: the likeness of tiny ones is chance.
const LEAST: usize = 20;

/// Ids of sections and kinds of the binary format of WebAssembly.
const CUSTOM: u8 = 0;
const IMPORT: u8 = 2;
const CODE: u8 = 10;
/// The custom section of names, and the part of it that names functions.
const NAMES: &[u8] = b"name";
const FUNCTION_NAMES: u8 = 1;
const IMPORTED_FUNCTION: u8 = 0;

/// The same module, each function named by the place where it should stand.
pub fn name_by_place(wasm: &[u8]) -> Result<Vec<u8>> {
    let flaw = || "wasm-opt wrote what is no WebAssembly".to_string();
    let (head, mut rest) = wasm.split_at_checked(8).ok_or_else(flaw)?;
    let mut named = head.to_vec();
    let (mut imported, mut bodies) = (0, Vec::new());
    while let Some((id, _)) = rest.split_first() {
        let whole = rest;
        rest = &rest[1..];
        let content = take_sized(&mut rest).ok_or_else(flaw)?;
        match *id {
            CUSTOM if content.starts_with(&sized(NAMES)) => continue,
            IMPORT => imported = count_imports(content).ok_or_else(flaw)?,
            CODE => bodies = read_bodies(content).ok_or_else(flaw)?,
            _ => {}
        }
        named.extend_from_slice(&whole[..whole.len() - rest.len()]);
    }
    let mut places = vec![0; bodies.len()];
    for (place, function) in order(&bodies).into_iter().enumerate() {
        places[function] = place;
    }
    let mut names = leb128(places.len());
    for (function, place) in places.iter().enumerate() {
        names.extend(leb128(imported + function));
        names.extend(sized(format!("{place:06}").as_bytes()));
    }
    let mut section = sized(NAMES);
    section.push(FUNCTION_NAMES);
    section.extend(sized(&names));
    named.push(CUSTOM);
    named.extend(sized(&section));
    Ok(named)
}

/// The longest function first, then always the one of which the largest part was seen in the [`WINDOW`].
fn order(bodies: &[&[u8]]) -> Vec<usize> {
    let (pieces, holders) = pieces(bodies);
    let mut seen = vec![0u32; holders.len()];
    let mut alike = vec![0usize; bodies.len()];
    let mut waiting: Vec<usize> = (0..bodies.len()).collect();
    let mut order: Vec<usize> = Vec::with_capacity(bodies.len());
    let (mut oldest, mut bytes) = (0, 0);
    let share = |alike: &[usize], function: usize| {
        if alike.is_empty() { 0.0 } else { alike[function] as f64 / (pieces[function].len() + LEAST) as f64 }
    };
    let mut next = (0..bodies.len()).max_by_key(|function| bodies[*function].len());
    while let Some(function) = next {
        waiting.retain(|other| *other != function);
        order.push(function);
        bytes += bodies[function].len();
        for piece in &pieces[function] {
            seen[*piece] += 1;
            if seen[*piece] == 1 {
                holders[*piece].iter().for_each(|holder| alike[*holder] += 1);
            }
        }
        while bytes > WINDOW && oldest + 1 < order.len() {
            let function = order[oldest];
            oldest += 1;
            bytes -= bodies[function].len();
            for piece in &pieces[function] {
                seen[*piece] -= 1;
                if seen[*piece] == 0 {
                    holders[*piece].iter().for_each(|holder| alike[*holder] -= 1);
                }
            }
        }
        next = waiting.iter().copied().max_by(|a, b| share(&alike, *a).total_cmp(&share(&alike, *b)));
    }
    order
}

/// The pieces of each function, once each, and the functions that hold each piece.
fn pieces(bodies: &[&[u8]]) -> (Vec<Vec<usize>>, Vec<Vec<usize>>) {
    let mut known: HashMap<&[u8], usize> = HashMap::new();
    let mut holders: Vec<Vec<usize>> = Vec::new();
    let mut pieces = vec![Vec::new(); bodies.len()];
    for (function, body) in bodies.iter().enumerate() {
        for bytes in body.windows(PIECE) {
            let piece = *known.entry(bytes).or_insert(holders.len());
            if piece == holders.len() {
                holders.push(Vec::new());
            }
            if holders[piece].last() != Some(&function) {
                holders[piece].push(function);
                pieces[function].push(piece);
            }
        }
    }
    (pieces, holders)
}

/// How many functions are imported; `None` when something else is: a home gives nothing else.
fn count_imports(mut section: &[u8]) -> Option<usize> {
    let count = take_leb128(&mut section)?;
    for _ in 0..count {
        take_sized(&mut section)?;
        take_sized(&mut section)?;
        section = section.strip_prefix(&[IMPORTED_FUNCTION])?;
        take_leb128(&mut section)?;
    }
    Some(count)
}

fn read_bodies(mut section: &[u8]) -> Option<Vec<&[u8]>> {
    let count = take_leb128(&mut section)?;
    (0..count).map(|_| take_sized(&mut section)).collect()
}

/// Bytes behind their length.
fn take_sized<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = take_leb128(bytes)?;
    bytes.split_off(..length)
}

fn take_leb128(bytes: &mut &[u8]) -> Option<usize> {
    let mut number = 0;
    for shift in (0..32).step_by(7) {
        let byte = *bytes.split_off_first()?;
        number |= usize::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

fn sized(bytes: &[u8]) -> Vec<u8> {
    let mut sized = leb128(bytes.len());
    sized.extend_from_slice(bytes);
    sized
}

fn leb128(mut number: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn like_follows_like() {
        let bodies: Vec<&[u8]> =
            vec![b"the quick brown fox jumps", b"0123456789abcdef", b"the quick brown cat", b"0123456789ABC"];
        assert_eq!(order(&bodies), [0, 2, 3, 1]);
    }

    /// Two imported functions, two of its own; the second is longer.
    #[test]
    fn names_are_places() {
        let head = b"\0asm\x01\0\0\0";
        let imports = b"\x02\x0d\x02\x01m\x01a\x00\x00\x01m\x01b\x00\x00";
        let code = b"\x0a\x09\x02\x02\x00\x0b\x04\x00\x01\x01\x0b";
        let old_names = b"\x00\x05\x04name";
        let new_names = b"\x00\x18\x04name\x01\x11\x02\x02\x06000001\x03\x06000000";
        let module = [&head[..], imports, code, old_names].concat();
        assert_eq!(name_by_place(&module).unwrap(), [&head[..], imports, code, new_names].concat());
        assert!(name_by_place(&module[..20]).is_err());
    }
}
