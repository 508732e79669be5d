//! Units: SI inside, everywhere.

use serde::Serialize;

/// The unit of a quantity, SI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Seconds.
    Seconds,
    /// A share or fill level, 0 to 1.
    Ratio,
    /// A plain count.
    Count,
    /// Events per second.
    PerSecond,
    /// Tokens.
    Tokens,
    /// Tokens per second.
    TokensPerSecond,
    /// Seconds per token.
    SecondsPerToken,
    /// CPU cores in use.
    Cores,
    /// Hertz.
    Hertz,
    /// Watts.
    Watts,
    /// Degrees Celsius.
    Celsius,
    /// Bytes.
    Bytes,
    /// How many times more than the reference.
    Factor,
    /// Milliseconds since the Unix epoch.
    TimeMs,
}
