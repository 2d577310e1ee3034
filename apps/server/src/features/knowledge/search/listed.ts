import { readFileSync } from 'node:fs'

/** Returns the lines of a file in `knowledge/words/`. */
export const listedLines = (file: string): string[] =>
  readFileSync(new URL(`../words/${file}.txt`, import.meta.url), 'utf8')
    .trim()
    .split('\n')

/** Returns all words of such a file. */
export const listed = (file: string): string[] => listedLines(file).flatMap((line) => line.split(' '))
