import { describe, expect, it } from 'vitest'
import {
  canSendAs,
  classifyFile,
  decodeTextHead,
  formatUnsupportedFileError,
  getFilenameError,
  getFileSizeError,
} from './accepted-files.ts'

const OFFICE = 'application/vnd.openxmlformats-officedocument.'
const judge = (detected: string | null, filename: string, { size = 1_000, head = null as string | null } = {}) =>
  classifyFile({ detected, head }, { filename, size })
const MISMATCH = { refused: 'O conteúdo não corresponde ao nome do arquivo.' }

describe('a file is judged by its content', () => {
  it.each([
    ['image/jpeg', 'foto.JPG', 'image', 'image/jpeg'],
    ['image/png', 'foto.jpg', 'image', 'image/png'],
    ['audio/x-m4a', 'voz.m4a', 'audio', 'audio/mp4'],
    ['audio/ogg; codecs=opus', 'voz', 'audio', 'audio/ogg; codecs=opus'],
    ['video/mp4', 'filme.mp4', 'video', 'video/mp4'],
    [`${OFFICE}wordprocessingml.document`, 'contrato.docx', 'document', `${OFFICE}wordprocessingml.document`],
    ['application/x-cfb', 'tabela.XLS', 'document', 'application/vnd.ms-excel'],
    ['application/x-cfb', 'contrato.doc', 'document', 'application/msword'],
    ['application/x-cfb', 'aula.ppt', 'document', 'application/vnd.ms-powerpoint'],
  ])('MEDIA-04 %s, called %s, goes as %s', (detected, filename, kind, mimeType) => {
    expect(judge(detected, filename)).toEqual({ kind, mimeType })
  })

  it.each([
    ['application/zip', 'tudo.zip'],
    ['application/x-msdownload', 'jogo.exe'],
    ['application/xml', 'logo.svg'],
    ['application/x-cfb', 'instalador.msi'],
    ['application/x-cfb', 'contrato'],
    ['audio/ogg', 'musica.opus2'],
    ['image/webp', 'figura.webp'],
  ])('MEDIA-04 %s, called %s, is not carried', (detected, filename) => {
    expect(judge(detected, filename)).toEqual({ refused: formatUnsupportedFileError(filename) })
  })

  it.each([
    ['application/zip', 'contrato.docx'],
    ['application/x-cfb', 'contrato.docx'],
    ['application/pdf', 'contrato.docx'],
    ['image/jpeg', 'contrato.pdf'],
    ['application/x-msdownload', 'foto.jpg'],
  ])('MEDIA-04 %s is not what %s says', (detected, filename) => {
    expect(judge(detected, filename)).toEqual(MISMATCH)
  })

  it.each([
    ['application/vnd.ms-word.document.macroenabled.12', 'contrato.docm'],
    ['application/vnd.ms-word.document.macroenabled.12', 'contrato.docx'],
    ['application/vnd.ms-excel.sheet.macroenabled.12', 'tabela'],
    ['application/zip', 'tabela.xlsb'],
    [null, 'aula.PPTM'],
  ])('MEDIA-04 %s, called %s, is Office with macros', (detected, filename) => {
    expect(judge(detected, filename)).toEqual({ refused: expect.stringContaining('tem macros') as string })
  })

  const encodings: Readonly<Record<string, (text: string) => Buffer>> = {
    ASCII: (text) => Buffer.from(text),
    'UTF-8 with a byte order mark': (text) => Buffer.from(`\uFEFF${text}`),
    'UTF-16LE with a byte order mark': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
    'UTF-16BE with a byte order mark': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
  }
  it.each(Object.keys(encodings))('MEDIA-04 markup in %s is none that may go, and text is', (encoding) => {
    const headOf = (text: string) => decodeTextHead(encodings[encoding]?.(text) ?? Buffer.alloc(0))
    for (const markup of [
      '<html>',
      '<!-- nota --><script>',
      ' \t\r\n<!DOCTYPE html>',
      '<?xml version="1.0"?>',
      '</b><script>',
      '<SVG>',
    ])
      expect(judge(null, 'nota.txt', { head: headOf(markup) })).toEqual(MISMATCH)
    expect(judge(null, 'nota.txt', { head: headOf('Preço < 3, às 9h') })).toMatchObject({ kind: 'document' })
    expect(headOf('a\0b')).toBeNull()
  })

  it('MEDIA-04 what names no type of its own is a text, by its ending and without markup, or nothing', () => {
    expect(judge(null, 'lista.csv', { head: 'a;b' })).toEqual({ kind: 'document', mimeType: 'text/plain' })
    for (const head of ['<html>', ' \n<!doctype html>', '\uFEFF<?xml version="1.0"?>', '<svg>'])
      expect(judge(null, 'nota.txt', { head })).toEqual(MISMATCH)
    expect(judge(null, 'nota.txt', { head: '< 3 > 2' })).toMatchObject({ kind: 'document' })
    expect(judge(null, 'script.sh', { head: '#!/bin/sh' })).toEqual({ refused: formatUnsupportedFileError('script.sh') })
    expect(judge(null, 'sem-nome', { head: 'oi' })).toEqual({
      refused: 'O WhatsApp não leva arquivos deste tipo. Envie PDF, Office, foto, vídeo MP4 ou áudio.',
    })
  })

  it('says how large it is and how large it may be', () => {
    const MB = 1024 * 1024
    expect(getFileSizeError(0)).toBe('O arquivo está vazio.')
    expect(getFileSizeError(16 * MB, 'audio')).toBeNull()
    expect(getFileSizeError(16 * MB + 1, 'audio')).toBe('Este arquivo tem 16,1 MB; o limite é 16 MB.')
    expect(getFileSizeError(7.4 * MB, 'image')).toBe('Este arquivo tem 7,4 MB; o limite é 5 MB.')
    expect(judge('image/jpeg', 'a.jpg', { size: 6 * MB })).toEqual({ refused: 'Este arquivo tem 6 MB; o limite é 5 MB.' })
  })

  it('goes as what it is; only Opus goes as a voice note', () => {
    expect(canSendAs('voice', { kind: 'audio', mime_type: 'audio/ogg; codecs=opus' })).toBe(true)
    expect(canSendAs('voice', { kind: 'audio', mime_type: 'audio/mpeg' })).toBe(false)
    expect(canSendAs('audio', { kind: 'audio', mime_type: 'audio/mpeg' })).toBe(true)
    expect(canSendAs('image', { kind: 'document', mime_type: 'application/pdf' })).toBe(false)
  })
})

describe('content that is known already', () => {
  it.each([
    ['text/plain', 'nota.txt'],
    ['text/plain', 'tabela.CSV'],
    ['image/jpeg', 'foto.png'],
    ['image/jpeg', 'foto'],
    ['audio/mp4', 'voz.m4b'],
    ['application/pdf', 'proposta.pdf'],
  ])('MEDIA-04 of %s may be called %s', (mimeType, filename) => {
    expect(getFilenameError(filename, mimeType)).toBeNull()
  })

  it.each([
    ['text/plain', 'fatura.js', formatUnsupportedFileError('fatura.js')],
    ['text/plain', 'fatura.bat', formatUnsupportedFileError('fatura.bat')],
    ['text/plain', 'nota', formatUnsupportedFileError('nota')],
    ['text/plain', 'nota.pdf', MISMATCH.refused],
    ['application/pdf', 'proposta.docx', MISMATCH.refused],
    ['image/jpeg', 'foto.exe', MISMATCH.refused],
    ['application/zip', 'tudo.zip', MISMATCH.refused],
  ])('MEDIA-04 of %s may not be called %s', (mimeType, filename, why) => {
    expect(getFilenameError(filename, mimeType)).toBe(why)
    const detected = mimeType === 'text/plain' ? null : mimeType
    if (mimeType !== 'application/zip') expect(judge(detected, filename, { head: 'a' })).toEqual({ refused: why })
  })
})
