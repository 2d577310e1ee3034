import { cutText } from './cut-text.ts'

/** Shortens a file name to at most so many UTF-16 units. Keeps its ending, and ends the rest between two characters as people see them. */
export function cutFilename(name: string, max: number): string {
  if (name.length <= max) return name
  const ending = /\.[^.\s]{1,12}$/.exec(name)?.[0] ?? ''
  return cutText(name.slice(0, name.length - ending.length), max - ending.length) + ending
}
