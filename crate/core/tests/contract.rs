//! The contract in TypeScript is what the Rust structs say.
//!
//! `plugin/src/contract/report.ts` is written from the source text of [`SOURCES`]; this test compares
//! it with the committed file. To update it: `UPDATE=1 cargo test -p tailwalk-core --test contract`.

// render.rs uses what this test does not.
mod committed;
#[allow(dead_code)]
#[path = "render/samples.rs"]
mod samples;
#[path = "contract/typescript.rs"]
mod typescript;

use typescript::Contract;

/// Every module with a type that crosses the border, in the order in which they are printed.
const SOURCES: &[(&str, &str)] = &[
    ("report.rs", include_str!("../src/report.rs")),
    ("unit.rs", include_str!("../src/unit.rs")),
    ("text.rs", include_str!("../../read/src/text.rs")),
    ("options.rs", include_str!("../src/options.rs")),
];

const COMMITTED: &str = "plugin/src/contract/report.ts";
const UPDATE: &str = "UPDATE=1 cargo test -p tailwalk-core --test contract";

fn read_sources() -> Contract {
    let mut contract = Contract::default();
    for (file, source) in SOURCES {
        contract.add(source).unwrap_or_else(|error| panic!("{file}: {error}"));
    }
    contract
}

fn print_file(contract: &Contract) -> String {
    let files: Vec<&str> = SOURCES.iter().map(|(file, _)| *file).collect();
    format!(
        "// Generated from crate/{{core,read}}/src ({}); do not edit.\n// Update: {UPDATE}\n{}",
        files.join(", "),
        contract.print().unwrap_or_else(|error| panic!("{error}"))
    )
}

#[test]
fn the_committed_file_is_what_the_structs_say() {
    committed::check(COMMITTED, &print_file(&read_sources()), UPDATE);
}

#[test]
fn a_real_report_is_what_the_typescript_says() {
    use tailwalk_core::text::Language::{En, Zh};
    let contract = read_sources();
    for report in [samples::kv_exhausted(En), samples::kv_exhausted(Zh), samples::cannot_tell(En)] {
        let value = serde_json::to_value(&report).unwrap();
        contract.check_value("Report", &value).unwrap();
        let mut broken = value;
        broken["verdict"]["severity"] = "fine".into();
        assert!(contract.check_value("Report", &broken).unwrap_err().starts_with("verdict: severity:"));
    }
}

/// Rust in, TypeScript out.
fn check(rust: &str, expected: &str) {
    let mut contract = Contract::default();
    contract.add(rust).unwrap();
    assert_eq!(contract.print().unwrap().trim(), expected.trim());
}

/// Rust in, refusal out.
fn check_refused(rust: &str, reason: &str) {
    let mut contract = Contract::default();
    let error = contract.add(rust).and_then(|()| contract.print()).unwrap_err();
    assert!(error.contains(reason), "{error:?} does not name {reason:?}");
}

#[test]
fn a_struct_becomes_an_interface() {
    check(
        r#"
        /// A point.
        ///
        /// - In a `*/` list.
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        pub struct Point {
            /// Where.
            pub at_ms: f64,
            pub low_text: Option<String>,
            pub ys: Vec<Option<f64>>,
            pub next: Vec<Point>,
            pub on: bool,
        }
        pub struct NotOfTheContract;
        "#,
        r"
/**
 * A point.
 *
 * - In a `*\/` list.
 */
export interface Point {
  /** Where. */
  atMs: number;
  lowText: string | null;
  ys: Array<number | null>;
  next: Point[];
  on: boolean;
}",
    );
}

#[test]
fn an_enum_becomes_a_union_and_a_number_stays_one() {
    check(
        r#"
        /// Version.
        pub const SCHEMA: u32 = 3;
        #[derive(Clone, serde::Serialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Shape {
            /// Round.
            VeryRound,
            #[serde(rename = "sq")]
            Square,
        }
        "#,
        "
/** Version. */
export const SCHEMA = 3;

export type Shape =
  /** Round. */
  | 'very_round'
  | 'sq';",
    );
}

#[test]
fn what_has_a_default_may_be_left_out() {
    check(
        r#"
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase", default, deny_unknown_fields)]
        pub struct Options { pub span_ms: Option<(f64, f64)>, pub name: String }
        #[derive(Deserialize)]
        pub struct Choice { pub id: String, pub warn: Option<f64>, #[serde(default)] pub on: bool }
        "#,
        "
export interface Options {
  spanMs?: [number, number] | null;
  name?: string;
}

export interface Choice {
  id: string;
  warn?: number | null;
  on?: boolean;
}",
    );
}

#[test]
fn what_would_be_a_lie_is_refused() {
    check_refused("#[derive(Serialize)] struct A { b: Missing }", "Missing");
    check_refused("#[derive(Serialize)] struct A { b: u64 }", "u64");
    check_refused("#[derive(Serialize)] struct A { b: HashMap<String, f64> }", "HashMap");
    check_refused("#[derive(Serialize)] struct A { #[serde(flatten)] b: f64 }", "flatten");
    check_refused("#[derive(Serialize)] #[serde(tag = \"t\")] enum A { B }", "tag");
    check_refused("#[derive(Serialize)] #[serde(rename_all = \"UPPERCASE\")] enum A { B }", "UPPERCASE");
    check_refused("#[derive(Serialize)] enum A { B(f64) }", "A::B");
    check_refused("#[derive(Serialize)] struct A(f64);", "A has fields without names");
    check_refused("struct A { b }", "expected");
}
