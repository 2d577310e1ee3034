/** How long a recording may be, and how its length is told (1-whatsapp.md, section 4, 'Recorder'). */

/** What is shorter was a slip of the finger. */
export const SHORTEST_MS = 1_000
export const LONGEST_MS = 15 * 60_000
/** Above this a phone shows a sign for downloading in place of the one for playing (MEDIA-08). */
export const LONG_BYTES = 512_000

const SECOND_MS = 1_000
const MINUTE_S = 60

/** Begun seconds are not counted: what reads 0:12 has lasted so long. */
const secondsOf = (ms: number): number => Math.floor(Math.max(0, ms) / SECOND_MS)

/** A length as people see it: `0:12`, `14:05`. @param ms milliseconds */
export function lengthText(ms: number): string {
  const seconds = secondsOf(ms)
  return `${Math.floor(seconds / MINUTE_S)}:${String(seconds % MINUTE_S).padStart(2, '0')}`
}

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

/** A length as people hear it: `12 segundos`, `1 minuto e 5 segundos`. @param ms milliseconds */
export function lengthWords(ms: number): string {
  const seconds = secondsOf(ms)
  const minutes = Math.floor(seconds / MINUTE_S)
  const rest = seconds % MINUTE_S
  const parts = [minutes > 0 && counted(minutes, 'minuto'), (rest > 0 || minutes === 0) && counted(rest, 'segundo')]
  return parts.filter(Boolean).join(' e ')
}
