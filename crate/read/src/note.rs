//! Notes: doubts that travel with a result.
//!
//! Three speeds of failure: an [`crate::Error`] means nothing could be done, a note means it was
//! done with a doubt, a panic is our bug. Equal notes merge into one with a count and the first place.

use crate::text::{Language, Text};

/// Where a note points in its file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// File name as the user gave it; empty when not from a file.
    pub file: String,
    /// Line, counted from 1; 0 when the format has no lines.
    pub line: u64,
}

/// One kind of doubt: a row with an id that is never reused, a weight and a sentence.
///
/// Rows live beside the code that raises them (`read/notes.rs`, `measure/notes.rs`, …).
#[derive(Debug, PartialEq, Eq)]
pub struct NoteKind {
    /// Stable id, `area.word_word`.
    pub id: &'static str,
    /// Whether the doubt limits what may be concluded.
    pub weight: Weight,
    /// The sentence; may use `{subject}`, `{detail}`, `{count}`, `{place}`.
    pub text: Text,
}

/// How much a note matters to the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// Good to know; changes no conclusion.
    Info,
    /// Some data was not used or is doubtful.
    Doubt,
    /// Conclusions that rest on this data are not safe.
    Serious,
}

/// One doubt about the data, possibly seen many times.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// What kind of doubt.
    pub kind: &'static NoteKind,
    /// What it is about: a metric family, a replica, a format. May be empty.
    pub subject: String,
    /// First example, already short enough to print.
    pub detail: String,
    /// The detail as a row of its own, when it is a sentence; it then stands for `{detail}`.
    pub words: Option<Text>,
    /// Where it was seen first.
    pub place: Place,
    /// How often it was seen.
    pub count: u64,
}

impl Note {
    /// A note seen once, without a place.
    pub fn new(kind: &'static NoteKind, subject: impl Into<String>, detail: impl Into<String>) -> Note {
        Note {
            kind,
            subject: subject.into(),
            detail: detail.into(),
            words: None,
            place: Place::default(),
            count: 1,
        }
    }

    /// The same note with a sentence as its detail.
    pub fn with(mut self, words: Text) -> Note {
        self.words = Some(words);
        self
    }

    /// The same note with a place.
    pub fn at(mut self, file: &str, line: u64) -> Note {
        self.place = Place { file: file.to_string(), line };
        self
    }

    /// The finished sentence.
    pub fn sentence(&self, language: Language) -> String {
        let place = match (self.place.file.is_empty(), self.place.line) {
            (true, 0) => String::new(),
            (true, line) => format!("line {line}"),
            (false, 0) => self.place.file.clone(),
            (false, line) => format!("{}:{line}", self.place.file),
        };
        let count = self.count.to_string();
        self.kind.text.fill(
            language,
            &[
                ("subject", self.subject.as_str()),
                ("detail", self.words.map_or(self.detail.as_str(), |words| words.template(language))),
                ("count", count.as_str()),
                ("place", place.as_str()),
            ],
        )
    }
}

/// Notes gathered so far; equal kind and subject merge.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    list: Vec<Note>,
}

impl Notes {
    /// Adds one note, or counts it when the same kind and subject is already there.
    pub fn add(&mut self, note: Note) {
        let same = |old: &&mut Note| std::ptr::eq(old.kind, note.kind) && old.subject == note.subject;
        match self.list.iter_mut().find(same) {
            Some(old) => old.count += note.count,
            None => self.list.push(note),
        }
    }

    /// Adds all of `other`.
    pub fn extend(&mut self, other: Notes) {
        other.list.into_iter().for_each(|note| self.add(note));
    }

    /// In the order in which they were first seen.
    pub fn iter(&self) -> impl Iterator<Item = &Note> {
        self.list.iter()
    }

    /// Whether a note of this kind is present.
    pub fn has(&self, kind: &'static NoteKind) -> bool {
        self.list.iter().any(|note| std::ptr::eq(note.kind, kind))
    }
}
