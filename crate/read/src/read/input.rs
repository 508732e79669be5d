//! One file on its way: unpacked, decoded, recognised, parsed.

use super::decode::Decoder;
use super::exposition::Exposition;
use super::formats::{self, HEAD, Kind};
use super::gzip::{self, Gzip, Step};
use super::json::Json;
use super::notes;
use super::store::{Context, Draft, Store, excerpt};
use crate::error::{Error, ErrorCode, Result};
use crate::text::Text;

/// Longest head of an HTTP response; servers refuse to send more.
const LONGEST_HTTP_HEAD: usize = 16 * 1024;

/// One file being read.
pub(super) struct Input {
    pub(super) context: Context,
    pub(super) bytes: u64,
    wrapper: Wrapper,
    body: Body,
    failed: Option<Error>,
}

enum Wrapper {
    Unknown(Vec<u8>),
    None,
    Gzip { gzip: Box<Gzip>, broken: bool, unpacked: u64 },
}

impl Input {
    pub(super) fn new(name: &str) -> Input {
        Input {
            context: Context::new(name),
            bytes: 0,
            wrapper: Wrapper::Unknown(Vec::new()),
            body: Body::default(),
            failed: None,
        }
    }

    /// Takes the next bytes; after an error, answers the same error.
    pub(super) fn push(&mut self, store: &mut Store, bytes: &[u8]) -> Result<()> {
        self.bytes += bytes.len() as u64;
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        self.unwrap(store, bytes, false).inspect_err(|error| self.failed = Some(error.clone()))
    }

    /// The file is over.
    pub(super) fn end(mut self, store: &mut Store) -> (Result<Draft>, Context, u64) {
        let result = match self.failed.take() {
            Some(error) => Err(error),
            None => self.finish(store),
        };
        (result, self.context, self.bytes)
    }

    fn finish(&mut self, store: &mut Store) -> Result<Draft> {
        self.unwrap(store, &[], true)?;
        let body = std::mem::take(&mut self.body);
        let result = body.end(store, &mut self.context);
        if let Wrapper::Gzip { broken: true, unpacked, .. } = &self.wrapper {
            if result.is_err() {
                return Err(self.context.error(ErrorCode::BadCompression, ""));
            }
            self.context.note(&notes::BROKEN_GZIP, unpacked.to_string());
        }
        result
    }

    fn unwrap(&mut self, store: &mut Store, bytes: &[u8], last: bool) -> Result<()> {
        match &mut self.wrapper {
            Wrapper::Unknown(head) => {
                head.extend_from_slice(bytes);
                if head.len() < gzip::MAGIC.len() && !last {
                    return Ok(());
                }
                let head = std::mem::take(head);
                self.wrapper = if head.starts_with(gzip::MAGIC) {
                    Wrapper::Gzip { gzip: Box::new(Gzip::new()), broken: false, unpacked: 0 }
                } else {
                    Wrapper::None
                };
                self.unwrap(store, &head, last)
            }
            Wrapper::None => self.body.push(store, &mut self.context, bytes, last),
            Wrapper::Gzip { gzip, broken, unpacked } => {
                let mut packed = bytes;
                while !*broken {
                    match gzip.step(&mut packed) {
                        Step::Piece(piece) => {
                            *unpacked += piece.len() as u64;
                            self.body.push(store, &mut self.context, piece, false)?;
                        }
                        Step::Damaged => *broken = true,
                        Step::Hungry => break,
                    }
                }
                if last {
                    *broken |= !gzip.is_whole();
                    self.body.push(store, &mut self.context, &[], true)?;
                }
                Ok(())
            }
        }
    }
}

/// The unwrapped bytes of a file.
#[derive(Default)]
struct Body {
    decoder: Decoder,
    head: Vec<u8>,
    first_line: u64,
    parser: Option<Parser>,
}

enum Parser {
    Json(Box<Json>),
    Lines(Box<Exposition>),
}

impl Body {
    fn push(&mut self, store: &mut Store, context: &mut Context, bytes: &[u8], last: bool) -> Result<()> {
        let mut decoder = std::mem::take(&mut self.decoder);
        let result = self.text(store, context, decoder.decode(bytes, last), last);
        self.decoder = decoder;
        result
    }

    fn text(&mut self, store: &mut Store, context: &mut Context, text: &[u8], last: bool) -> Result<()> {
        if let Some(parser) = &mut self.parser {
            return parser.push(store, context, text);
        }
        self.head.extend_from_slice(text);
        self.drop_blanks();
        while self.head.starts_with(b"HTTP/") {
            match self.http_head_end() {
                Some(end) => self.drop_http_head(context, end),
                None if last || self.head.len() > LONGEST_HTTP_HEAD => break,
                None => return Ok(()),
            }
        }
        if self.head.len() < HEAD && !last {
            return Ok(());
        }
        let head = std::mem::take(&mut self.head);
        let start = &head[..head.len().min(HEAD)];
        if start.is_empty() {
            return Ok(());
        }
        if let Some(hint) = formats::neighbour(start) {
            return Err(context.error(ErrorCode::UnknownFormat, "").hint(hint));
        }
        let mut parser = match formats::recognise(start) {
            Kind::Json => Parser::Json(Box::default()),
            Kind::Text => Parser::Lines(Box::new(Exposition::new(1 + self.first_line))),
            Kind::Html => return Err(web_page(context, start)),
        };
        parser.push(store, context, &head)?;
        self.parser = Some(parser);
        Ok(())
    }

    fn drop_blanks(&mut self) {
        let blanks = self.head.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        self.first_line += memchr::memchr_iter(b'\n', &self.head[..blanks]).count() as u64;
        self.head.drain(..blanks);
    }

    fn http_head_end(&self) -> Option<usize> {
        let head = &self.head[..self.head.len().min(LONGEST_HTTP_HEAD)];
        let find = |end: &[u8]| formats::find(head, end).map(|at| at + end.len());
        find(b"\r\n\r\n").into_iter().chain(find(b"\n\n")).min()
    }

    /// Takes away the status and header lines that `curl -i` writes.
    fn drop_http_head(&mut self, context: &mut Context, end: usize) {
        let status = self.head.iter().position(|byte| byte.is_ascii_control()).unwrap_or(end);
        context.note_at(&notes::HTTP_HEADERS, 1 + self.first_line, excerpt(&self.head[..status]), 1);
        self.first_line += memchr::memchr_iter(b'\n', &self.head[..end]).count() as u64;
        self.head.drain(..end);
        self.drop_blanks();
    }

    fn end(mut self, store: &mut Store, context: &mut Context) -> Result<Draft> {
        if let Some(encoding) = self.decoder.name() {
            context.note(&notes::ENCODING, encoding);
        }
        match self.parser.take() {
            None => Err(context.error(ErrorCode::Empty, "")),
            Some(Parser::Json(json)) => json.end(store, context),
            Some(Parser::Lines(lines)) => lines.end(store, context),
        }
    }
}

impl Parser {
    fn push(&mut self, store: &mut Store, context: &mut Context, text: &[u8]) -> Result<()> {
        match self {
            Parser::Json(json) => json.push(store, context, text),
            Parser::Lines(lines) => lines.push(store, context, text),
        }
    }
}

/// The error for a web page, with its title for the user to recognise it by.
fn web_page(context: &Context, head: &[u8]) -> Error {
    let text = String::from_utf8_lossy(head);
    let title = text.split_once("<title>").and_then(|(_, rest)| rest.split_once('<'));
    match title.map(|(title, _)| title.trim()) {
        None | Some("") => context.error(ErrorCode::Html, ""),
        Some(title) => context.error(ErrorCode::Html, excerpt(title.as_bytes())).hint(TITLE),
    }
}

const TITLE: Text = Text::new("Its title is: \"{detail}\".", "网页标题为：“{detail}”。");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_have_both_languages() {
        TITLE.check().unwrap();
    }
}
