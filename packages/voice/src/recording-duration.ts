/** Limits and formatting of a recording's duration (1-whatsapp.md, section 4, 'Recorder'). */

/** Minimum duration of a recording in milliseconds. Shorter recordings are treated as accidental. */
export const MIN_RECORDING_MS = 1_000
export const MAX_RECORDING_MS = 15 * 60_000
/** Maximum size in bytes of a voice note that phones play immediately. For larger ones, phones show a download button first (MEDIA-08). */
export const INLINE_PLAYBACK_MAX_BYTES = 512_000

const SECOND_MS = 1_000
const MINUTE_S = 60

/** Converts milliseconds to whole seconds, rounded down. */
const toWholeSeconds = (ms: number): number => Math.floor(Math.max(0, ms) / SECOND_MS)

/** Formats a duration in milliseconds as minutes and seconds: '0:12', '14:05'. */
export function formatDuration(ms: number): string {
  const seconds = toWholeSeconds(ms)
  return `${Math.floor(seconds / MINUTE_S)}:${String(seconds % MINUTE_S).padStart(2, '0')}`
}

const formatCount = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

/** Formats a duration in milliseconds as Portuguese words for screen readers: '12 segundos', '1 minuto e 5 segundos'. */
export function formatSpokenDuration(ms: number): string {
  const seconds = toWholeSeconds(ms)
  const minutes = Math.floor(seconds / MINUTE_S)
  const rest = seconds % MINUTE_S
  const parts = [minutes > 0 && formatCount(minutes, 'minuto'), (rest > 0 || minutes === 0) && formatCount(rest, 'segundo')]
  return parts.filter(Boolean).join(' e ')
}
