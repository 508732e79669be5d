/** RFC 3339 with its offset; `t`, `z` and a blank are allowed there too. */
const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/**
 * Numbers from here on are milliseconds: as seconds this would be the year 5138, as milliseconds it
 * is March 1973, before there was anything to measure.
 */
const FIRST_MS = 1e11;

/** A time as milliseconds since the Unix epoch, from RFC 3339, Unix seconds or milliseconds. */
export function parseTime(text: string): number | undefined {
  if (/^\d+(\.\d+)?$/.test(text)) {
    const number = Number(text);
    return number < FIRST_MS ? number * 1000 : number;
  }
  const upper = text.toUpperCase().replace(' ', 'T');
  const time = RFC3339.test(upper) && isDay(upper.slice(0, 10)) ? Date.parse(upper) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** Whether the calendar has this day; `Date.parse` takes the 31st of February for the 3rd of March. */
function isDay(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}
