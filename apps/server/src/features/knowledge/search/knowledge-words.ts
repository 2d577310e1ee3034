import { readFileSync } from 'node:fs'

/** Returns the lines of a word list in `knowledge/words/`. `file`: name without extension. */
export const loadKnowledgeWordLines = (file: string): string[] =>
  readFileSync(new URL(`../words/${file}.txt`, import.meta.url), 'utf8')
    .trim()
    .split('\n')

export const loadKnowledgeWords = (file: string): string[] => loadKnowledgeWordLines(file).flatMap((line) => line.split(' '))
