import { readFileSync } from 'node:fs'

/** The words of a file of `knowledge/words/`, line by line. */
export const listedLines = (file: string): string[] =>
  readFileSync(new URL(`../words/${file}.txt`, import.meta.url), 'utf8')
    .trim()
    .split('\n')

/** All words of such a file. */
export const listed = (file: string): string[] => listedLines(file).flatMap((line) => line.split(' '))
