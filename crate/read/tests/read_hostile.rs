//! Any chunks, any damage, any size: the same answer, an error or a note, and never a panic.

mod read_support;

use flate2::Compression;
use flate2::write::GzEncoder;
use read_support::{check, read, sample, spell};
use std::io::Write;
use std::time::{Duration, Instant};
use tailwalk_read::read::Reader;

const SMALL: &[&str] = &[
    "prom_api_query_matrix_range_selector.json",
    "prom_api_query_vector.json",
    "prom_api_query_native_histogram.json",
    "prom_api_error.json",
    "promtool_query_range.json",
    "promtool_tsdb_dump.txt",
    "openmetrics_1.0.txt",
    "scrapes_concatenated_datecomment.prom",
    "scrapes_concatenated_timestamps.prom",
    "victoriametrics_federate.prom",
    "vllm_0.32_metrics-fault-8101.txt",
    "prom_api_query_range_matrix.json.gz",
    "grafana13_inspect_data_joined_excel_mode_utf16le.csv",
];

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn chunks_of_any_size_give_the_same() {
    for name in SMALL {
        let bytes = sample(name);
        let whole = spell(&read(&[("f", &bytes)], usize::MAX));
        for size in [1, 2, 3, 7, 64, 1000] {
            assert_eq!(spell(&read(&[("f", &bytes)], size)), whole, "{name} in chunks of {size}");
        }
    }
}

#[test]
fn a_cut_anywhere_between_two_chunks_gives_the_same() {
    for name in
        ["prom_api_query_matrix_range_selector.json", "victoriametrics_federate.prom", "prom_api_error.json"]
    {
        let bytes = sample(name);
        let whole = spell(&read(&[("f", &bytes)], usize::MAX));
        for cut in 0..=bytes.len() {
            let mut reader = Reader::new();
            reader.start_file("f");
            let (first, second) = bytes.split_at(cut);
            let ended = reader.push(first).and(reader.push(second)).and(reader.end_file());
            assert_eq!(spell(&ended.and_then(|()| reader.finish())), whole, "{name} cut at {cut}");
        }
    }
}

#[test]
fn gzip_around_each_gives_the_same() {
    for name in SMALL.iter().filter(|name| !name.ends_with(".gz")) {
        let bytes = sample(name);
        let plain = spell(&read(&[("f", &bytes)], usize::MAX));
        let packed = gzip(&bytes);
        let (first, second) = bytes.split_at(bytes.len() / 3);
        let members = [gzip(first), gzip(second)].concat();
        for size in [1, 7, usize::MAX] {
            assert_eq!(spell(&read(&[("f", &packed)], size)), plain, "{name} in chunks of {size}");
            assert_eq!(spell(&read(&[("f", &members)], size)), plain, "{name} in two members");
        }
    }
}

#[test]
fn gzip_cut_short_or_damaged_keeps_what_could_be_unpacked() {
    let text: String = (0..20_000).map(|at| format!("m{{a=\"{at}\"}} {}\n", at * 7919 % 10_007)).collect();
    let packed = gzip(text.as_bytes());
    let half = spell(&read(&[("f", &packed[..packed.len() / 2])], 4096));
    assert!(half.starts_with("exposition_text: ") && half.contains("read.broken_gzip x1"), "{half}");
    let mut damaged = packed.clone();
    damaged[packed.len() / 2] ^= 0xff;
    let damaged = spell(&read(&[("f", &damaged)], 4096));
    assert!(damaged.contains("read.broken_gzip x1"), "{damaged}");
    let trailing = [packed.as_slice(), b"garbage"].concat();
    let trailing = spell(&read(&[("f", &trailing)], 4096));
    assert!(
        trailing.starts_with("exposition_text: 20000 series") && trailing.contains("read.broken_gzip x1")
    );

    for nothing in [&packed[..2], &packed[..12], b"\x1f\x8bnot gzip at all".as_slice()] {
        let error = spell(&read(&[("f", nothing)], 4096));
        assert_eq!(error, "error bad_compression: f is a damaged or truncated gzip file.\n");
    }
    let twice = spell(&read(&[("f", &gzip(&packed))], 4096));
    assert!(twice.contains("It is gzip inside gzip"), "{twice}");
}

/// Knuth's MMIX generator: the same mutants in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit.max(1)
    }

    /// Bytes changed, cut, doubled, moved or replaced by what formats are made of.
    fn mutate(&mut self, bytes: &mut Vec<u8>) {
        const PIECES: &[&[u8]] = &[
            b"\"",
            b"\\",
            b"{",
            b"}",
            b"[",
            b"]",
            b",",
            b":",
            b"\n",
            b"#",
            b" ",
            b"\0",
            b"\xff",
            b"\xf0\x9f",
            b"1e999",
            b"-",
            b"NaN",
            b"null",
            b"\\u",
            b"\\ud800",
            b"# EOF\n",
            b"# TYPE ",
            b"9999999999999999999999",
            b".",
            b"e",
            b"\"values\":",
            b"\"metric\":{",
            b"\x1f\x8b",
            b"\xff\xfe",
            b"\r\n",
            b"=\"",
            b"18446744073709551616",
        ];
        for _ in 0..=self.below(6) {
            let at = self.below(bytes.len() + 1);
            let length = self.below(12).min(bytes.len() - at);
            match self.below(6) {
                0 => bytes.truncate(at),
                1 => drop(bytes.drain(at..at + length)),
                2 => {
                    let piece = bytes[at..at + length].to_vec();
                    let to = self.below(bytes.len() + 1);
                    bytes.splice(to..to, piece);
                }
                3 if at < bytes.len() => bytes[at] = self.below(256) as u8,
                _ => {
                    let piece = PIECES[self.below(PIECES.len())];
                    bytes.splice(at..at + length, piece.iter().copied());
                }
            }
        }
    }
}

#[test]
fn mutants_end_in_an_answer() {
    let originals: Vec<Vec<u8>> = SMALL.iter().map(|name| sample(name)).collect();
    let mut dice = Dice(20_261_130);
    let (mut read_well, mut refused) = (0, 0);
    for round in 0..4000 {
        let mut bytes = originals[dice.below(originals.len())].clone();
        // Short pieces are damaged more thoroughly than long ones.
        if dice.below(2) == 0 {
            bytes.truncate(200 + dice.below(1200));
        }
        dice.mutate(&mut bytes);
        let size = [1, 5, 100, usize::MAX][dice.below(4)];
        let other = originals[dice.below(originals.len())].as_slice();
        let start = Instant::now();
        let result = match dice.below(4) {
            0 => read(&[("mutant", &bytes), ("other", other)], size),
            _ => read(&[("mutant", &bytes)], size),
        };
        assert!(start.elapsed() < Duration::from_secs(5), "round {round} takes too long");
        match result {
            Ok((set, _)) => {
                read_well += 1;
                for series in &set.series {
                    assert_eq!(series.times.len(), series.values.len());
                    assert!(series.times.is_sorted_by(|a, b| a < b), "round {round}: times do not rise");
                }
            }
            Err(_) => refused += 1,
        }
    }
    assert!(read_well > 1000 && refused > 100, "{read_well} read, {refused} refused");
}

#[test]
fn mutants_do_not_depend_on_chunks() {
    let originals: Vec<Vec<u8>> =
        SMALL.iter().filter(|name| !name.ends_with(".gz")).map(|name| sample(name)).collect();
    let mut dice = Dice(7);
    for round in 0..1500 {
        let mut bytes = originals[dice.below(originals.len())].clone();
        bytes.truncate(100 + dice.below(2500));
        dice.mutate(&mut bytes);
        let whole = spell(&read(&[("f", &bytes)], usize::MAX));
        let size = 1 + dice.below(9);
        assert_eq!(spell(&read(&[("f", &bytes)], size)), whole, "round {round} in chunks of {size}");
    }
}

#[test]
fn bombs_need_neither_stack_nor_memory_nor_time() {
    let deep = |open: &str| open.repeat(2_000_000);
    for text in [
        deep("["),
        deep("{\"a\":"),
        format!("{{\"data\":{{\"result\":[{{\"x\":{}", deep("[")),
        format!("[{{\"metric\":{{\"a\":\"{}", "x".repeat(5_000_000)),
        format!("[{{\"metric\":{}", "{\"a\":".repeat(500_000)),
        format!("[{{\"values\":[{}", "[".repeat(3_000_000)),
        format!("{{\"warnings\":[{}]}}", "\"w\",".repeat(100_000)),
        format!("m{{a=\"{}\n", "x".repeat(5_000_000)),
        "x\n".repeat(2_000_000),
        "\n".repeat(5_000_000),
        "\"".repeat(5_000_000),
    ] {
        let start = Instant::now();
        assert!(read(&[("bomb", text.as_bytes())], 64 * 1024).is_err(), "{:.20}", text);
        assert!(start.elapsed() < Duration::from_secs(10), "{:.20} took {:?}", text, start.elapsed());
    }
    // 100 MB of blanks, packed into 100 kB.
    let packed = gzip(&vec![b' '; 100_000_000]);
    assert_eq!(read(&[("bomb", &packed)], 64 * 1024).unwrap_err().code.id(), "empty");
}

#[test]
fn a_label_set_of_many_labels_takes_no_quadratic_time() {
    let labels: Vec<String> = (0..60_000).map(|at| format!("\"l{at}\":\"v\"")).collect();
    let text = format!("[{{\"metric\":{{{}}},\"value\":[1,\"1\"]}}]", labels.join(","));
    let start = Instant::now();
    let (set, _) = read(&[("f", text.as_bytes())], 64 * 1024).unwrap();
    assert_eq!(set.series[0].labels.len(), 60_000);
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn an_overlong_line_costs_only_itself() {
    let long = "x".repeat(1 << 20);
    check(
        &[("f", &format!("m 1\nlong{{a=\"{long}\"}} 1\nn 2\n"))],
        &format!(
            "
exposition_text: 2 series, 2 samples
ordinal, 2 series
m{{}} 0=1.0
n{{}} 0=2.0
read.bad_lines x1: Lines of f that are no valid metrics and were skipped: 1, the first at f:2: long{{a=\"{}…
",
            "x".repeat(72)
        ),
    );
}

#[test]
fn utf16_without_a_mark() {
    let text = "m{a=\"é\"} 1\r\n";
    let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let got = spell(&read(&[("f", &bytes)], 3));
    assert_eq!(
        got,
        "exposition_text: 1 series, 1 samples\nordinal, 1 series\nm{a=\"é\"} 0=1.0\nread.encoding x1: f was read as UTF-16LE\n"
    );
}
