import { truncateText } from '../text/truncate-text.ts'

/** Shortens a file name to at most `max` UTF-16 code units. Keeps the extension, and does not cut a visible character (grapheme). */
export function truncateFilename(name: string, max: number): string {
  if (name.length <= max) return name
  const ending = /\.[^.\s]{1,12}$/.exec(name)?.[0] ?? ''
  return truncateText(name.slice(0, name.length - ending.length), max - ending.length) + ending
}
