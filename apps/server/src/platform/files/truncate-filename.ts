import { truncateText } from '../text/truncate-text.ts'

/**
 * Shortens a file name to at most `max` UTF-16 code units. Keeps the extension, and cuts the rest between two visible characters
 * (graphemes).
 */
export function truncateFilename(name: string, max: number): string {
  if (name.length <= max) return name
  const ending = /\.[^.\s]{1,12}$/.exec(name)?.[0] ?? ''
  return truncateText(name.slice(0, name.length - ending.length), max - ending.length) + ending
}
