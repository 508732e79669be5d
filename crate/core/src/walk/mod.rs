//! The walk: facts → findings → ladder → verdict. Never sees a series.
//!
//! | module | what it holds |
//! |---|---|
//! | [`limits`], [`thresholds`] | every number that is compared with, its reason and source |
//! | [`causes`], [`rules`], [`advice`] | what can be said, when, and what to do |
//! | [`condition`], [`diagnose`] | how rules are put to the facts and clear each other |
//! | [`harm`] | whether anybody feels it |
//! | [`evidence`], [`promql`], [`missing`] | facts in words, how to recompute and how to get them |
//! | [`stages`], [`verdict`] | the ladder and the verdict of the report |

pub mod advice;
pub mod causes;
pub mod condition;
pub mod diagnose;
pub mod evidence;
pub mod harm;
pub mod limits;
pub mod missing;
pub mod promql;
pub mod rules;
pub mod stages;
pub mod thresholds;
pub mod verdict;

#[cfg(test)]
mod tests {
    use super::evidence::PHRASES;

    #[test]
    fn every_sentence_has_both_languages() {
        for text in super::verdict::TEXTS
            .iter()
            .chain(super::evidence::TEXTS)
            .chain(PHRASES.iter().map(|(_, text)| text))
        {
            text.check().unwrap();
        }
    }
}
