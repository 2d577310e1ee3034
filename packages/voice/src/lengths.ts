/** Limits and display of a recording's duration (1-whatsapp.md, section 4, 'Recorder'). */

/** Minimum duration in milliseconds. Shorter recordings are accidental. */
export const SHORTEST_MS = 1_000
export const LONGEST_MS = 15 * 60_000
/** Maximum size in bytes at which phones display the play button of a voice note directly, instead of a download button (MEDIA-08). */
export const LONG_BYTES = 512_000

const SECOND_MS = 1_000
const MINUTE_S = 60

/** Rounds down to whole seconds: 0:12 means that twelve seconds have passed. */
const secondsOf = (ms: number): number => Math.floor(Math.max(0, ms) / SECOND_MS)

/** Formats a duration for display: `0:12`, `14:05`. @param ms milliseconds */
export function lengthText(ms: number): string {
  const seconds = secondsOf(ms)
  return `${Math.floor(seconds / MINUTE_S)}:${String(seconds % MINUTE_S).padStart(2, '0')}`
}

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

/** Formats a duration for screen readers: `12 segundos`, `1 minuto e 5 segundos`. @param ms milliseconds */
export function lengthWords(ms: number): string {
  const seconds = secondsOf(ms)
  const minutes = Math.floor(seconds / MINUTE_S)
  const rest = seconds % MINUTE_S
  const parts = [minutes > 0 && counted(minutes, 'minuto'), (rest > 0 || minutes === 0) && counted(rest, 'segundo')]
  return parts.filter(Boolean).join(' e ')
}
