//! Settings from what vLLM was started with, as people paste it.
//!
//! - A command line (`vllm serve m --max-num-seqs 64`, `python -m …`, after a Docker image), also broken
//!   over lines.
//! - A list of arguments in JSON or YAML, each flag and value an item of its own or joined by `=`.
//! - A `--config` file: `max-num-seqs: 64`.
//!
//! Other flags and words are passed over. What stands inside the value of one, such as the JSON of
//! `--speculative-config`, is no flag. Of a repeated flag the last one counts, as for vLLM. A variable
//! (`$(SEQS)`) stands for what is not known here. A text without vLLM and without any flag is refused.

use super::Hints;

/// A setting: flag, short form, value.
type Slot<'a> = (&'static str, &'static str, &'a mut Option<f64>);

/// What people quote and list with; a flag or a number holds none of it.
const MARKS: [char; 8] = ['"', '\'', '[', ']', ',', ';', '\\', '`'];

impl Hints {
    fn slots(&mut self) -> [Slot<'_>; 7] {
        [
            ("max-num-seqs", "", &mut self.max_num_seqs),
            ("max-num-batched-tokens", "", &mut self.max_num_batched_tokens),
            ("max-model-len", "", &mut self.max_model_len),
            ("tensor-parallel-size", "tp", &mut self.tensor_parallel_size),
            ("pipeline-parallel-size", "pp", &mut self.pipeline_parallel_size),
            ("data-parallel-size", "dp", &mut self.data_parallel_size),
            ("max-loras", "", &mut self.max_loras),
        ]
    }

    /// All settings, those of [`Hints::vllm_args`] where no field says otherwise.
    ///
    /// Errors: a value that is no whole number above 0, with the flag in the sentence.
    pub fn resolve(&self) -> Result<Hints, String> {
        let mut all = match &self.vllm_args {
            Some(text) => Hints::read(text)?,
            None => Hints::default(),
        };
        let mut own = self.clone();
        for ((flag, _, slot), (.., given)) in all.slots().into_iter().zip(own.slots()) {
            if let Some(value) = *given {
                *slot = Some(count(value).ok_or_else(|| refusal(flag, &value.to_string()))?);
            }
        }
        Ok(all)
    }

    fn read(text: &str) -> Result<Hints, String> {
        let mut hints = Hints::default();
        let bare = text.lines().map(uncommented).collect::<Vec<_>>().join("\n");
        let mut words = bare
            .split(|letter: char| letter.is_whitespace() || MARKS.contains(&letter))
            .filter(|word| !matches!(*word, "" | "-"));
        let mut next = words.next();
        let mut seen = next.is_none();
        while let Some(word) = next {
            next = words.next();
            let (name, joined) = match word.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (word, None),
            };
            seen |= name.starts_with('-') || name.ends_with(':') || name.contains("vllm");
            let is_flag = name.starts_with('-') || joined.is_none() && name.ends_with(':');
            let name = name.trim_start_matches('-').trim_end_matches(':').replace('_', "-");
            let slot = hints.slots().into_iter().find(|(flag, short, _)| name == *flag || name == *short);
            let Some((flag, _, slot)) = slot.filter(|_| is_flag && !name.is_empty()) else { continue };
            let value = joined.or_else(|| next.take()).unwrap_or_default();
            // What vLLM chooses by itself is not known here.
            *slot = match value {
                "auto" | "-1" if flag == "max-model-len" => None,
                variable if variable.starts_with('$') => None,
                _ => Some(number(value).ok_or_else(|| refusal(flag, value))?),
            };
            next = next.or_else(|| words.next());
        }
        if seen {
            Ok(hints)
        } else {
            Err(format!("there is no flag of vLLM in '{}'", text.trim().chars().take(60).collect::<String>()))
        }
    }
}

/// A line without its comment: from a `#` at its beginning or after a blank on.
fn uncommented(line: &str) -> &str {
    let comment = |(at, _): &(usize, &str)| line[..*at].chars().next_back().is_none_or(char::is_whitespace);
    line.match_indices('#').find(comment).map_or(line, |(at, _)| &line[..at])
}

/// A number as vLLM reads it: `8192`, `8k` (thousands), `8K` (times 1,024).
fn number(text: &str) -> Option<f64> {
    let factor = match text.chars().next_back()? {
        'k' => 1e3,
        'm' => 1e6,
        'K' => 1024.0,
        'M' => 1_048_576.0,
        _ => return text.parse().ok().and_then(count),
    };
    text[..text.len() - 1].parse().ok().and_then(|value: f64| count(value * factor))
}

/// A whole number above 0.
fn count(value: f64) -> Option<f64> {
    (value >= 1.0 && value.is_finite() && value.fract() == 0.0).then_some(value)
}

fn refusal(flag: &str, value: &str) -> String {
    format!("--{flag} takes a whole number above 0, not '{value}'")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Text in, text out: the settings found, or the refusal.
    fn check(text: &str, expected: &str) {
        let hints = Hints { vllm_args: Some(text.to_string()), ..Hints::default() };
        let found = match hints.resolve() {
            Ok(mut found) => {
                let slots = found.slots().into_iter();
                let known = slots.filter_map(|(flag, _, value)| Some(format!("{flag} {}", (*value)?)));
                known.collect::<Vec<_>>().join(", ")
            }
            Err(refusal) => refusal,
        };
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn reads_command_lines() {
        check("vllm serve Qwen/Qwen3-8B --max-num-seqs 64 --port 8000", "max-num-seqs 64");
        check(
            "python3 -m vllm.entrypoints.openai.api_server \\\n  --model=m \\\n  --max_num_batched_tokens=8k -tp 4",
            "max-num-batched-tokens 8000, tensor-parallel-size 4",
        );
        check(
            "docker run --gpus all -p 80:80 vllm/vllm-openai:v0.11.0 --max-model-len 16K --max-loras '8'",
            "max-model-len 16384, max-loras 8",
        );
        check("--max-num-seqs 64 --max-num-seqs=32", "max-num-seqs 32");
        check("--max-model-len auto -dp=2 -pp 2", "pipeline-parallel-size 2, data-parallel-size 2");
    }

    #[test]
    fn reads_lists_and_configuration_files() {
        check(
            r#"["--max-num-seqs", "64", "--enable-lora", "--max-loras=4"]"#,
            "max-num-seqs 64, max-loras 4",
        );
        check("args:\n  - --max-num-seqs\n  - \"64\"\n  # - --max-loras=2\n", "max-num-seqs 64");
        check(
            "model: m\nmax-num-seqs: 64  # a half\ntensor-parallel-size: 2",
            "max-num-seqs 64, tensor-parallel-size 2",
        );
    }

    #[test]
    fn passes_over_what_it_does_not_know() {
        check("", "");
        check("--max-num-seqs ${SEQS} --max-loras=$(LORAS) -tp 4; sleep 1", "tensor-parallel-size 4");
        check("vllm serve max-num-seqs 64 --max-num-seqs-of-mine 3 -q", "");
        check(r#"--speculative-config '{"max_model_len": 2048}' --max-loras 1"#, "max-loras 1");
    }

    #[test]
    fn refuses_what_is_no_number_by_the_name_of_the_flag() {
        check("garbage text here", "there is no flag of vLLM in 'garbage text here'");
        check("--max-num-seqs", "--max-num-seqs takes a whole number above 0, not ''");
        check("--max-loras 0", "--max-loras takes a whole number above 0, not '0'");
        check("-tp 2.5", "--tensor-parallel-size takes a whole number above 0, not '2.5'");
    }

    #[test]
    fn a_field_goes_before_the_command_line() {
        let hints = Hints {
            vllm_args: Some("--max-num-seqs 64 --max-loras 4".into()),
            max_num_seqs: Some(32.0),
            ..Hints::default()
        };
        let found = hints.resolve().unwrap();
        assert_eq!((found.max_num_seqs, found.max_loras), (Some(32.0), Some(4.0)));
        let refused = Hints { max_model_len: Some(-1.0), ..Hints::default() }.resolve();
        assert_eq!(refused, Err("--max-model-len takes a whole number above 0, not '-1'".into()));
    }
}
