//! What a whole query answers: series grouped into histograms, and the rules about the set.

use super::{Remark, histogram_fraction, histogram_quantile, read_buckets};

/// A label set, sorted by name; `__name__` is a label.
pub type Labels<'a> = Vec<(&'a str, &'a str)>;

/// One series of an instant vector.
#[derive(Clone, Debug)]
pub struct Element<'a> {
    /// All its labels.
    pub labels: Labels<'a>,
    /// What it holds.
    pub sample: Sample,
}

/// What a series of an instant vector holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sample {
    /// A number: one bucket of a classic histogram.
    Number(f64),
    /// A native histogram, which is not evaluated here.
    Native,
}

/// What is asked of the vector.
#[derive(Clone, Copy, Debug)]
pub enum Question<'a> {
    /// `histogram_quantile(q, …)`.
    Quantile(f64),
    /// `histogram_quantiles(…, label, q…)`: one series per quantile, told apart by `label`.
    Quantiles(&'a str, &'a [f64]),
    /// `histogram_fraction(lower, upper, …)`.
    Fraction(f64, f64),
    /// `histogram_count`, `_sum`, `_avg` and their kin, which only native histograms answer.
    NativeOnly,
}

/// One series of the answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Row<'a> {
    /// Its labels, without `__name__` and `le`.
    pub labels: Labels<'a>,
    /// The number; `None` for a native histogram.
    pub value: Option<f64>,
}

/// "vector cannot contain metrics with the same labelset": Prometheus refuses the query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SameLabelset;

/// Answers `question` about `vector`.
///
/// - Series are one histogram when all labels but `le` agree, the metric name among them.
/// - A bucket whose `le` is missing or unreadable is dropped with a remark.
/// - A label set that is both classic and native is dropped with a remark.
/// - The answer loses the metric name, and if two of its series then look alike the query fails.
/// - Remarks are sorted, each once; an invalid quantile is remarked even on an empty vector.
pub fn evaluate<'a>(
    question: Question<'a>,
    vector: &[Element<'a>],
) -> Result<(Vec<Row<'a>>, Vec<Remark>), SameLabelset> {
    let mut remarks = Vec::new();
    let asked: &[f64] = match &question {
        Question::Quantile(q) => std::slice::from_ref(q),
        Question::Quantiles(_, several) => several,
        _ => &[],
    };
    if asked.iter().any(|q| !(0.0..=1.0).contains(q)) {
        remarks.push(Remark::InvalidQuantile);
    }
    let mut rows: Vec<Row<'a>> = Vec::new();
    for group in grouped(question, vector, &mut remarks) {
        if group.native && !group.pairs.is_empty() {
            remarks.push(Remark::MixedClassicNative);
            continue;
        }
        let (buckets, dropped) = read_buckets(group.pairs.iter().copied());
        if dropped {
            remarks.push(Remark::BadBucketLabel);
        }
        if buckets.is_empty() && !group.native {
            continue;
        }
        let named: Labels<'a> = group.labels.iter().filter(|(key, _)| *key != "__name__").copied().collect();
        let mut answer = |labels: Labels<'a>, (value, remark): (f64, Option<Remark>)| {
            remarks.extend(remark);
            rows.push(Row { labels, value: (!group.native).then_some(value) });
        };
        match question {
            Question::Quantile(q) => answer(named, histogram_quantile(q, &buckets)),
            Question::Quantiles(label, several) => {
                for &q in several {
                    let others = named.iter().filter(|(key, _)| *key != label).copied().collect();
                    answer(others, histogram_quantile(q, &buckets));
                }
            }
            Question::Fraction(lower, upper) => {
                answer(named, (histogram_fraction(lower, upper, &buckets), None));
            }
            Question::NativeOnly => answer(named, (f64::NAN, None)),
        }
    }
    if collide(question, &rows) {
        return Err(SameLabelset);
    }
    crate::sort::sort(&mut remarks);
    remarks.dedup();
    Ok((rows, remarks))
}

/// One histogram of the vector.
struct Group<'a> {
    labels: Labels<'a>,
    pairs: Vec<(&'a str, f64)>,
    native: bool,
}

fn grouped<'a>(question: Question<'_>, vector: &[Element<'a>], remarks: &mut Vec<Remark>) -> Vec<Group<'a>> {
    let mut groups: Vec<Group<'a>> = Vec::new();
    for element in vector {
        let le = element.labels.iter().find(|(key, _)| *key == "le").map(|(_, value)| *value);
        let labels: Labels<'a> = element.labels.iter().filter(|(key, _)| *key != "le").copied().collect();
        let index = match groups.iter().position(|group| group.labels == labels) {
            Some(index) => index,
            None => {
                groups.push(Group { labels, pairs: Vec::new(), native: false });
                groups.len() - 1
            }
        };
        match (element.sample, le) {
            (Sample::Native, _) => groups[index].native = true,
            (Sample::Number(_), _) if matches!(question, Question::NativeOnly) => {}
            (Sample::Number(count), Some(le)) => groups[index].pairs.push((le, count)),
            (Sample::Number(_), None) => remarks.push(Remark::BadBucketLabel),
        }
    }
    groups
}

/// Rows of one histogram differ by their quantile label; rows of two must differ otherwise.
fn collide(question: Question<'_>, rows: &[Row<'_>]) -> bool {
    let per_histogram = match question {
        Question::Quantiles(_, several) => several.len().max(1),
        _ => 1,
    };
    let mut seen: Vec<&Labels<'_>> = rows.iter().step_by(per_histogram).map(|row| &row.labels).collect();
    crate::sort::sort(&mut seen);
    seen.windows(2).any(|pair| pair[0] == pair[1])
}
