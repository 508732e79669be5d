//! Strings of strangers, made harmless for a terminal and a ticket.

/// Stands where something invisible was taken out.
const REPLACEMENT: char = '\u{FFFD}';

/// `text` on one line, without characters that a terminal or a reader would be fooled by.
///
/// - Line breaks and tabs of every kind become one blank.
/// - Control characters (C0, DEL, C1), bidirectional marks, overrides and isolates, zero-width and
///   tag characters become U+FFFD: the reader sees that something was there.
pub fn clean(text: &str) -> String {
    text.chars()
        .map(|letter| match letter {
            '\t' | '\n' | '\u{B}' | '\u{C}' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => ' ',
            letter if is_deceptive(letter) => REPLACEMENT,
            letter => letter,
        })
        .collect()
}

/// Whether `letter` acts on its surroundings instead of being seen.
pub fn is_deceptive(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{AD}'                       // soft hyphen
            | '\u{61C}' | '\u{180E}'       // Arabic letter mark, Mongolian vowel separator
            | '\u{200B}'..='\u{200F}'      // zero width, left-to-right and right-to-left marks
            | '\u{2028}'..='\u{202E}'      // line and paragraph separator, embeddings and overrides
            | '\u{2060}'..='\u{206F}'      // word joiner, invisible operators, isolates
            | '\u{FEFF}'                   // byte order mark
            | '\u{FFF9}'..='\u{FFFB}'      // interlinear annotation
            | '\u{E0000}'..='\u{E007F}') // tags
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_is_replaced_and_what_is_seen_stays() {
        let rows = [
            ("vllm-0/默认 ×2 é", "vllm-0/默认 ×2 é"),
            ("a\r\nb\tc\u{2028}d", "a  b c d"),
            ("\u{1B}[31mred\u{7}", "\u{FFFD}[31mred\u{FFFD}"),
            ("\u{9B}2J\u{7F}", "\u{FFFD}2J\u{FFFD}"),
            ("ko\u{202E}gol\u{2069}", "ko\u{FFFD}gol\u{FFFD}"),
            ("a\u{200B}b\u{FEFF}", "a\u{FFFD}b\u{FFFD}"),
            ("\u{E0041}", "\u{FFFD}"),
        ];
        for (dirty, expected) in rows {
            assert_eq!(clean(dirty), expected);
        }
    }
}
