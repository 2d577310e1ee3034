import { readFileSync } from 'node:fs'

/** Returns the lines of a file in `knowledge/words/`. */
export const loadKnowledgeWordLines = (file: string): string[] =>
  readFileSync(new URL(`../words/${file}.txt`, import.meta.url), 'utf8')
    .trim()
    .split('\n')

/** Returns all words of such a file. */
export const loadKnowledgeWords = (file: string): string[] => loadKnowledgeWordLines(file).flatMap((line) => line.split(' '))
