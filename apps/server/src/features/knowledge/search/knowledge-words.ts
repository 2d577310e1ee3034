import { readFileSync } from 'node:fs'

/** Returns the lines of the word list `file` in `knowledge/words/`. */
export const loadKnowledgeWordLines = (file: string): string[] =>
  readFileSync(new URL(`../words/${file}.txt`, import.meta.url), 'utf8')
    .trim()
    .split('\n')

/** Returns all words of the word list `file` in `knowledge/words/`. */
export const loadKnowledgeWords = (file: string): string[] => loadKnowledgeWordLines(file).flatMap((line) => line.split(' '))
