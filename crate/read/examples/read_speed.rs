//! Prints how fast the reader takes a file: `cargo run --release --example read_speed -- FILE [CHUNK_BYTES]`.

use std::io::Write;
use std::time::Instant;
use tailwalk_read::read::Reader;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let path = arguments.get(1).ok_or("which file?")?;
    let chunk = arguments.get(2).map_or(Ok(64 * 1024), |text| text.parse())?;
    let bytes = std::fs::read(path)?;
    let mut out = std::io::stdout();
    for _ in 0..5 {
        let start = Instant::now();
        let mut reader = Reader::new();
        reader.start_file(path);
        for piece in bytes.chunks(chunk) {
            reader.push(piece)?;
        }
        reader.end_file()?;
        let (set, notes) = reader.finish()?;
        let seconds = start.elapsed().as_secs_f64();
        let samples: usize = set.series.iter().map(|series| series.values.len()).sum();
        writeln!(
            out,
            "{:.0} MB/s: {:.1} MB, {} series, {samples} samples, {} notes in {:.1} ms",
            bytes.len() as f64 / 1e6 / seconds,
            bytes.len() as f64 / 1e6,
            set.series.len(),
            notes.iter().count(),
            seconds * 1e3,
        )?;
    }
    Ok(())
}
