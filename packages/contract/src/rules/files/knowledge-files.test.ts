import { describe, expect, it } from 'vitest'
import { parsePageUrl } from '../text/parse-page-url.ts'
import { classifyKnowledgeFile } from './knowledge-files.ts'

const OFFICE = 'application/vnd.openxmlformats-officedocument.'
const MB = 1024 * 1024

describe('a file of knowledge', () => {
  it.each([
    ['file', 'application/pdf', 'a.pdf', { format: 'pdf' }],
    ['file', `${OFFICE}wordprocessingml.document`, 'a.docx', { format: 'docx' }],
    ['file', `${OFFICE}spreadsheetml.sheet`, 'a.xlsx', { format: 'xlsx' }],
    ['file', 'text/plain', 'A.CSV', { format: 'csv' }],
    ['file', 'text/plain', 'a.txt', { format: 'txt' }],
    ['file', 'image/png', 'a.pdf', { refused: 'Envie PDF, DOCX, XLSX, CSV ou TXT.' }],
    ['file', `${OFFICE}presentationml.presentation`, 'a.pptx', { refused: 'Envie PDF, DOCX, XLSX, CSV ou TXT.' }],
    ['products', 'text/plain', 'a.txt', { format: 'csv' }],
    ['products', 'application/pdf', 'a.pdf', { refused: 'Envie a planilha em XLSX ou CSV.' }],
  ] as const)('to be read as a %s, %s named %s', (kind, mimeType, filename, judged) => {
    expect(classifyKnowledgeFile(kind, { mimeType, filename, size: 20 * MB })).toEqual(judged)
  })

  it('has 20 MB at most', () => {
    const file = { mimeType: 'application/pdf', filename: 'a.pdf', size: 20 * MB + 1 }
    expect(classifyKnowledgeFile('file', file)).toEqual({ refused: 'O arquivo passa de 20 MB.' })
  })
})

describe('the address of a page', () => {
  it.each([
    ['www.exemplo.com.br/duvidas', 'https://www.exemplo.com.br/duvidas'],
    [' http://exemplo.com.br:80/a?b=1#c ', 'http://exemplo.com.br/a?b=1'],
    ['https://exemplo.com.br:80/', 'https://exemplo.com.br:80/'],
  ])('is kept as it is asked for: %j', (written, url) => {
    expect(parsePageUrl(written)).toEqual({ url })
  })

  it.each([
    ['ftp://exemplo.com.br/', /^Escreva o endereço/],
    ['file:///etc/passwd', /^Escreva o endereço/],
    ['javascript:alert(1)', /^Escreva o endereço/],
    ['localhost', /^Escreva o endereço/],
    ['', /^Escreva o endereço/],
    ['https://ana:senha@exemplo.com.br/', /^O endereço não pode ter usuário/],
    ['https://exemplo.com.br:8080/', /^Este endereço não é público/],
  ])('is refused in words: %j', (written, words) => {
    expect(parsePageUrl(written)).toMatchObject({ refused: expect.stringMatching(words) })
  })
})
