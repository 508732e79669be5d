//! What is drawn with letters: the bar of a mean TTFT and the small line of a layer.

use crate::report::Waterfall;

/// The letter of each part of a bar: queue, prefill, residual.
pub const PARTS: [char; 3] = ['#', '=', '.'];

const LEVELS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The parts of `waterfall` as a bar; a mean of `full` is `columns` long.
///
/// - Empty when a part is unknown or `full` is not above 0.
/// - A negative part (the residual while a queue builds or drains) is not drawn; its number stands
///   beside the bar.
/// - Borders are rounded from the start of the bar, so the length of the whole is right even when a
///   part is too short for a letter.
pub fn bar(waterfall: &Waterfall, full: f64, columns: usize) -> String {
    let parts = [&waterfall.queue, &waterfall.prefill, &waterfall.residual];
    if !(full > 0.0 && full.is_finite()) || parts.iter().any(|part| part.value.is_none()) {
        return String::new();
    }
    let mut out = String::new();
    let (mut reached, mut drawn) = (0.0, 0);
    for (part, letter) in parts.iter().zip(PARTS) {
        reached += part.value.unwrap_or(0.0).max(0.0);
        let border = ((reached / full * columns as f64).round() as usize).min(columns);
        out.extend(std::iter::repeat_n(letter, border.saturating_sub(drawn)));
        drawn = drawn.max(border);
    }
    out
}

/// `ys` as a line of blocks at most `columns` long, from 0 at the bottom to the largest value.
///
/// - Several values in one column: the largest, so that no peak is lost.
/// - A gap is a blank; nothing but gaps is the empty string.
pub fn spark(ys: &[Option<f64>], columns: usize) -> String {
    let finite = |y: &Option<f64>| y.filter(|y| y.is_finite());
    let Some(top) = ys.iter().filter_map(finite).reduce(f64::max) else { return String::new() };
    let columns = columns.min(ys.len());
    if columns == 0 {
        return String::new();
    }
    let line: String = (0..columns)
        .map(|column| {
            let (from, to) = (column * ys.len() / columns, (column + 1) * ys.len() / columns);
            let values = ys.get(from..to).unwrap_or_default();
            match values.iter().filter_map(finite).reduce(f64::max) {
                Some(value) if top > 0.0 => level(value / top),
                Some(_) => LEVELS[0],
                None => ' ',
            }
        })
        .collect();
    line.trim_end().to_string()
}

fn level(share: f64) -> char {
    let index = (share.max(0.0) * LEVELS.len() as f64) as usize;
    LEVELS[index.min(LEVELS.len() - 1)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Quantity, Unit};

    fn check_bar(parts: [Option<f64>; 3], full: f64, expected: &str) {
        let quantity = |value| Quantity { value, unit: Unit::Seconds, text: String::new() };
        let [queue, prefill, residual] = parts.map(quantity);
        let waterfall = Waterfall {
            replica: "all".into(),
            window: "focus".into(),
            ttft: quantity(None),
            queue,
            prefill,
            residual,
            caveat: String::new(),
        };
        assert_eq!(bar(&waterfall, full, 10), expected);
    }

    #[test]
    fn bars_are_drawn_to_scale() {
        check_bar([Some(5.0), Some(3.0), Some(2.0)], 10.0, "#####===..");
        check_bar([Some(2.5), Some(1.5), Some(1.0)], 10.0, "###=.");
        check_bar([Some(0.04), Some(0.04), Some(0.04)], 1.0, "=");
        check_bar([Some(5.0), Some(5.0), Some(-1.0)], 10.0, "#####=====");
        check_bar([Some(50.0), Some(5.0), Some(1.0)], 10.0, "##########");
    }

    #[test]
    fn nothing_is_drawn_from_what_is_not_known() {
        check_bar([Some(5.0), None, Some(2.0)], 10.0, "");
        check_bar([Some(5.0), Some(1.0), Some(2.0)], 0.0, "");
        check_bar([Some(5.0), Some(1.0), Some(2.0)], f64::NAN, "");
    }

    #[test]
    fn sparks() {
        let rows: &[(&[Option<f64>], usize, &str)] = &[
            (&[Some(0.0), Some(4.0), Some(8.0)], 8, "▁▅█"),
            (&[Some(1.0), None, Some(1.0)], 8, "█ █"),
            (&[Some(1.0), Some(8.0), Some(1.0), Some(1.0)], 2, "█▂"),
            (&[Some(0.0), Some(0.0)], 8, "▁▁"),
            (&[Some(-3.0), Some(f64::NAN), Some(3.0)], 8, "▁ █"),
            (&[None, None], 8, ""),
            (&[], 8, ""),
            (&[Some(1.0)], 0, ""),
        ];
        for (ys, columns, expected) in rows {
            assert_eq!(spark(ys, *columns), *expected);
        }
    }
}
