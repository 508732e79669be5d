//! Worked examples, and a seeded search for a truth outside its interval.

use super::*;

const TTFT: &[f64] = &[
    0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0, 20.0, 40.0,
    80.0, 160.0, 640.0, 2560.0,
];
const REQUEST: &[f64] = &[0.3, 0.5, 0.8, 1.0, 1.5, 2.0, 2.5, 5.0, 10.0, 15.0, 20.0, 30.0, 60.0];
const COARSE: &[f64] = &[0.1, 0.5, 1.0, 2.5];

fn observed(layout: &[f64], observations: &[f64]) -> Buckets {
    let bounds: Vec<f64> = layout.iter().copied().chain([f64::INFINITY]).collect();
    let count = |bound: f64| observations.iter().filter(|seen| **seen <= bound).count() as f64;
    let counts = bounds.iter().map(|bound| count(*bound)).collect();
    Buckets::new(bounds, counts, Some(observations.iter().sum())).unwrap()
}

/// `le:cumulative` pairs, an optional `sum:`.
fn buckets(text: &str) -> Result<Buckets, Flaw> {
    let mut sum = None;
    let mut pairs = Vec::new();
    for (key, value) in text.split_whitespace().map(|pair| pair.split_once(':').unwrap()) {
        match key {
            "sum" => sum = value.parse().ok(),
            le => pairs.push((le.parse().unwrap(), value.parse().unwrap())),
        }
    }
    Buckets::from_pairs(pairs, sum)
}

fn check(text: &str, q: f64, expected: &str) {
    let bound = buckets(text).unwrap().interval_with_sum(q);
    let found = bound.map_or("nothing".to_string(), |bound| {
        let doubt = if bound.sum_agrees { "" } else { ", sum disagrees" };
        format!("{}..{} rank {}/{}{doubt}", bound.low, bound.high, bound.rank, bound.total)
    });
    assert_eq!(found, expected, "{text} q={q}");
}

#[test]
fn the_bucket_of_the_rank() {
    check("0.3:95 0.5:99 inf:100", 0.95, "0..0.3 rank 95/100");
    check("0.3:95 0.5:99 inf:100", 0.951, "0.3..0.5 rank 96/100");
    check("0.3:95 0.5:99 inf:100", 0.999, "0.5..inf rank 100/100");
    check("0.3:95 0.5:99 inf:100", 0.0, "0..0.3 rank 1/100");
    check("0.3:95 0.5:99 inf:100", 1.0, "0.5..inf rank 100/100");
    check("inf:7", 0.5, "0..inf rank 4/7");
    check("-1:2 0:3 inf:4", 0.1, "-inf..-1 rank 1/4");
    check("0:3 inf:4", 0.5, "0..0 rank 2/4");
}

#[test]
fn nothing_to_answer_with() {
    check("0.3:0 inf:0", 0.5, "nothing");
    check("0.3:1 inf:1", -0.1, "nothing");
    check("0.3:1 inf:1", 1.1, "nothing");
    check("0.3:1 inf:1", f64::NAN, "nothing");
    assert_eq!(buckets("0.3:0 inf:0").unwrap().share_over(0.3), None);
    assert_eq!(buckets("0.3:0 inf:0").unwrap().mean(), None);
    assert_eq!(buckets("0.3:1 inf:1").unwrap().share_over(f64::NAN), None);
    assert_eq!(Merged::new([]), None);
}

#[test]
fn the_sum_narrows_the_bucket_and_bounds_the_overflow() {
    check("1:0 inf:1 sum:7", 0.5, "7..7 rank 1/1");
    check("1:9 inf:10 sum:10", 1.0, "1..10 rank 10/10");
    check("1:2 2:4 inf:4 sum:3", 1.0, "1..2 rank 4/4");
    check("1:2 2:4 inf:4 sum:2.5", 1.0, "1..1.5 rank 4/4");
    check("1:2 2:4 inf:4 sum:5.5", 0.75, "1.5..2 rank 3/4");
}

#[test]
fn a_sum_of_another_window_is_told() {
    check("1:2 2:4 inf:4 sum:1.5", 1.0, "1..2 rank 4/4, sum disagrees");
    check("1:2 2:4 inf:4 sum:60", 0.5, "0..1 rank 2/4, sum disagrees");
    check("1:2 inf:2 sum:-3", 0.5, "0..1 rank 1/2, sum disagrees");
}

#[test]
fn broken_columns_are_refused_by_name() {
    let cases = [
        ("", Flaw::Empty),
        ("0.3:1", Flaw::NoInfinity),
        ("nan:1 inf:1", Flaw::Unsorted),
        ("0.3:nan inf:1", Flaw::NotANumber),
        ("0.3:-1 inf:1", Flaw::NotANumber),
        ("0.3:5 inf:4", Flaw::NotCumulative),
        ("0.3:inf inf:inf", Flaw::NotANumber),
    ];
    for (text, flaw) in cases {
        assert_eq!(buckets(text), Err(flaw), "{text}");
    }
    assert_eq!(Buckets::new(vec![1.0, f64::INFINITY], vec![1.0], None), Err(Flaw::Empty));
    assert_eq!(buckets("1:2 1.0:3 inf:3").unwrap().counts(), [3.0, 3.0]);
    assert_eq!(buckets("1:1e9 inf:999999999.9999999").unwrap().total(), 1e9);
}

#[test]
fn shares_are_exact_at_a_bound_and_an_interval_between() {
    let histogram = buckets("0.5:90 1:95 inf:100").unwrap();
    for (threshold, expected) in [
        (0.5, (0.1, 0.1)),
        (0.7, (0.05, 0.1)),
        (1.0, (0.05, 0.05)),
        (3.0, (0.0, 0.05)),
        (0.1, (0.1, 1.0)),
        (0.0, (0.1, 1.0)),
        (-1.0, (1.0, 1.0)),
    ] {
        let (low, high) = histogram.share_over(threshold).unwrap();
        let close = |found: f64, expected: f64| (found - expected).abs() < 1e-12;
        assert!(close(low, expected.0) && close(high, expected.1), "{threshold}: {low} {high}");
    }
}

#[test]
fn a_threshold_inside_the_interval_cannot_be_told() {
    let bound = buckets("0.3:95 0.5:99 inf:100").unwrap().interval(0.97).unwrap();
    assert_eq!(
        [0.2, 0.3, 0.4, 0.5, 0.6].map(|threshold| bound.over(threshold)),
        [Some(true), Some(true), None, Some(false), Some(false)]
    );
    assert_eq!(buckets("0.3:95 0.5:99 inf:100").unwrap().interval(0.999).unwrap().over(9.0), None);
}

#[test]
fn sample_size() {
    for (q, needed) in [(0.5, 6.0), (0.9, 36.0), (0.95, 72.0), (0.99, 368.0), (0.999, 3688.0)] {
        assert_eq!(requests_needed(q), Some(needed), "{q}");
    }
    for q in [0.0, 1.0, -1.0, f64::NAN] {
        assert_eq!(requests_needed(q), None, "{q}");
    }
    let few = buckets("0.3:39 0.5:40 inf:40").unwrap();
    assert!(few.interval(0.99).unwrap().is_slowest());
    assert_eq!(few.sampling_interval(0.99).unwrap().high, f64::INFINITY);
    let many = buckets("0.3:3900 0.5:4000 inf:4000").unwrap();
    assert!(!many.interval(0.99).unwrap().is_slowest());
    assert_eq!(many.sampling_interval(0.99).map(|bound| (bound.low, bound.high)), Some((0.3, 0.5)));
    assert_eq!(many.sampling_interval(0.975).map(|bound| (bound.low, bound.high)), Some((0.0, 0.5)));
}

#[test]
fn a_replica_can_be_taken_out_exactly() {
    let (healthy, slow) = (observed(TTFT, &[0.02; 99]), observed(TTFT, &[9.0; 20]));
    let fleet = Merged::new([&healthy, &slow]).unwrap();
    let without = fleet.same().unwrap().minus(&slow).unwrap();
    assert_eq!(without.counts(), healthy.counts());
    let (all, rest) = (fleet.same().unwrap().interval(0.99).unwrap(), without.interval(0.99).unwrap());
    assert_eq!((all.low, rest.high), (7.5, 0.02));
    assert_eq!(healthy.minus(&slow), None);
    assert_eq!(healthy.minus(&observed(COARSE, &[0.02])), None);
}

/// Seeded, so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as f64 / (1_u64 << 31) as f64
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() * limit as f64) as usize
    }

    /// From a millisecond to minutes, evenly on a logarithmic scale around a random centre.
    fn durations(&mut self) -> Vec<f64> {
        let (count, centre) = (1 + self.below(400), self.next() * 6.0 - 5.0);
        (0..count).map(|_| libm::exp(centre + 2.5 * (self.next() - self.next()))).collect()
    }
}

#[test]
fn the_truth_lies_inside() {
    let mut random = Random(20_261_130);
    for case in 0..3000 {
        let layouts = [TTFT, REQUEST, COARSE];
        let mut all = Vec::new();
        let parts: Vec<Buckets> = (0..1 + random.below(4))
            .map(|_| {
                let seen = random.durations();
                all.extend(&seen);
                observed(layouts[random.below(layouts.len())], &seen)
            })
            .collect();
        crate::sort::sort_numbers(&mut all);
        let q = [0.5, 0.9, 0.95, 0.99, random.next()][random.below(5)];
        let truth = all[((q * all.len() as f64).ceil() as usize).max(1) - 1];
        let merged = Merged::new(&parts).unwrap();
        let bound = merged.interval(q).unwrap();
        let slack = 1e-9 * truth;
        assert!(bound.low - slack <= truth && truth <= bound.high + slack, "case {case}: {truth} {bound:?}");
        assert!(bound.sum_agrees && bound.low <= bound.point && bound.point <= bound.high, "case {case}");
        assert_eq!(bound.total, all.len() as f64);
        let threshold = [0.1, 0.5, 2.0, random.next() * 3.0][random.below(4)];
        let share = all.iter().filter(|seen| **seen > threshold).count() as f64 / all.len() as f64;
        let (low, high) = merged.share_over(threshold).unwrap();
        assert!(low <= share + 1e-12 && share <= high + 1e-12, "case {case}: {share} {low} {high}");
        if let Some(over) = bound.over(threshold) {
            assert_eq!(over, truth > threshold, "case {case}: {truth} against {threshold}");
        }
        let mean = all.iter().sum::<f64>() / all.len() as f64;
        assert!((merged.mean().unwrap() - mean).abs() <= 1e-9 * mean);
    }
}

/// The interval for a percentile of the source, here uniform on 0..1, covers it 95 times in 100.
#[test]
fn the_sampling_interval_covers_the_source() {
    let mut random = Random(7);
    let fine: Vec<f64> = (1..=200).map(|step| f64::from(step) / 200.0).collect();
    for (q, count) in [(0.5, 50), (0.95, 100), (0.99, 500)] {
        let covered = (0..1000)
            .filter(|_| {
                let seen: Vec<f64> = (0..count).map(|_| random.next()).collect();
                let bound = observed(&fine, &seen).sampling_interval(q).unwrap();
                bound.low <= q && q <= bound.high
            })
            .count();
        assert!(covered >= 930, "q {q} of {count}: covered {covered} of 1000");
    }
}
