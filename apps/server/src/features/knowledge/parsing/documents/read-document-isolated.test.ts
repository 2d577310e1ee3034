import { describe, expect, it } from 'vitest'
import type { IsolatedTaskLimits } from '../../../../platform/isolated-task/isolated-tasks.ts'
import { withTemporaryFile } from '../../../../platform/isolated-task/with-temporary-file.ts'
import { createPdf } from '../../../../testing/files/create-pdf.ts'
import { createDocxWithManyComments, createSparseXlsx } from '../../../../testing/files/hostile-files.ts'
import { createDocx, createXlsx, createZip } from '../../../../testing/files/office-files.ts'
import type { DocumentContent } from './parse-document.ts'
import { readDocumentIsolated } from './read-document-isolated.ts'

const why: string[] = []
const read = (
  format: DocumentContent['format'],
  bytes: Buffer,
  as: DocumentContent['contentKind'] = 'file',
  limits?: IsolatedTaskLimits,
) => withTemporaryFile(bytes, (path) => readDocumentIsolated({ format, contentKind: as, path }, (told) => why.push(told), limits))
const LONG =
  'Todo serviço de pintura, elétrica ou hidráulica tem garantia de noventa dias a partir da entrega, e quem a pede fala com a portaria. '.repeat(
    2,
  )

describe('a file that is read', () => {
  it('a PDF gives its paragraphs, each with its page and what stands above it', async () => {
    const pdf = await createPdf([
      { heading: 'Garantia', paragraphs: [LONG, 'A peça trocada tem garantia do fabricante.'] },
      { paragraphs: ['Atendemos de segunda a sexta, das 9h às 18h, e aos sábados até o meio-dia.'] },
    ])
    const { passages, report } = await read('pdf', pdf)
    expect(report).toEqual([])
    expect(passages.map(({ place }) => place)).toEqual(['página 1, Garantia', 'página 1, Garantia', 'página 2'])
    expect(passages[0]?.text.replaceAll(/\s+/g, ' ')).toBe(LONG.trim())
    expect(passages[1]?.text).toBe('A peça trocada tem garantia do fabricante.')
  })

  it('a PDF that is one picture, is locked, or is none says so', async () => {
    await expect(read('pdf', await createPdf([{ paragraphs: [] }]))).rejects.toThrow(
      'Este PDF é só imagem: não há texto para ler.',
    )
    await expect(read('pdf', await createPdf([{ paragraphs: ['Oi'] }], 'segredo'))).rejects.toThrow('Este PDF tem senha.')
    await expect(read('pdf', Buffer.from('%PDF-1.7 nada'))).rejects.toThrow('ele parece estar danificado')
    expect(why.at(-1)).toContain('InvalidPDF')
  })

  it('a DOCX gives its paragraphs under their headings, and questions with their answers where it is written so @wide', async () => {
    const { passages } = await read(
      'docx',
      createDocx(['# Prazos', 'Sinal', 'O sinal vale dez dias.', '# Visitas', 'Com hora marcada.']),
    )
    expect(passages.map(({ place, text }) => [place, text])).toEqual([
      ['Prazos', 'Sinal'],
      ['Prazos', 'O sinal vale dez dias.'],
      ['Visitas', 'Com hora marcada.'],
    ])
    const faq = await read('docx', createDocx(['P: Aceita pet?', 'R: Sim, até 10 kg.', 'P: Tem vaga?', 'R: Uma por unidade.']))
    expect(faq.passages.map(({ question, text }) => [question, text])).toEqual([
      ['Aceita pet?', 'Sim, até 10 kg.'],
      ['Tem vaga?', 'Uma por unidade.'],
    ])
  })

  it('an XLSX gives rows by their headings, questions where it has them, and products with their prices', async () => {
    const sheet = { Bairros: [['Bairro', 'Prazo'], ['Moema', '2 dias'], [], ['Centro', '1 dia']] }
    expect((await read('xlsx', createXlsx(sheet))).passages).toMatchObject([
      { place: 'linha 2', text: 'Bairro: Moema. Prazo: 2 dias' },
      { place: 'linha 4', text: 'Bairro: Centro. Prazo: 1 dia' },
    ])
    const faq = {
      Faq: [
        ['Pergunta', 'Resposta'],
        ['Aceita pet?', 'Sim.'],
      ],
    }
    expect((await read('xlsx', createXlsx(faq))).passages).toMatchObject([{ question: 'Aceita pet?', text: 'Sim.' }])
    const products = {
      Capa: [['Imobiliária Aurora']],
      Venda: [
        ['Nome', 'Preço', 'Quartos'],
        ['Studio', 398_000.5, 1],
        ['Loft', 'a combinar', 2],
        ['', 5, 5],
      ],
      Aluguel: [
        ['Imóvel', 'Valor'],
        ['Kitnet', 1_234.567],
      ],
    }
    const { passages, report } = await read('xlsx', createXlsx(products), 'products')
    expect(passages.map(({ place, product }) => [place, product?.name, product?.price_cents])).toEqual([
      ['Venda, linha 2', 'Studio', 39_800_050],
      ['Venda, linha 3', 'Loft', null],
      ['Aluguel, linha 2', 'Kitnet', 123_457],
    ])
    expect(passages[0]?.text).toBe('Studio. Quartos: 1')
    expect(report).toEqual([
      'Venda, linha 3: preço “a combinar” não é um número; entrou sem preço.',
      'Venda, linha 4: sem nome, não entrou.',
    ])
    await expect(read('xlsx', createXlsx({ Capa: [['Oi'], ['Tchau']] }), 'products')).rejects.toThrow(
      'Não achei a coluna com o nome do produto.',
    )
  })

  it('a CSV and a text that Windows wrote are read as they were meant', async () => {
    const csv = Buffer.from('Descrição;Preço\nCafé da manhã;R$ 30', 'latin1')
    expect((await read('csv', csv)).passages).toMatchObject([{ text: 'Descrição: Café da manhã. Preço: R$ 30' }])
    expect((await read('txt', Buffer.from('Aberto das 6h às 21h'))).passages).toMatchObject([{ text: 'Aberto das 6h às 21h' }])
    expect((await read('txt', Buffer.from('A recepção fica no térreo.', 'latin1'))).passages).toMatchObject([
      { text: 'A recepção fica no térreo.' },
    ])
  })

  it('some bytes that went wrong leave the rest as it is, and a name of characters that nobody knows is no matter @wide', async () => {
    const page = (bytes: Buffer, charset: string) =>
      withTemporaryFile(bytes, (path) =>
        readDocumentIsolated({ format: 'html', contentKind: 'page', path, charset }, () => undefined),
      )
    const good = Buffer.from('<p>A recepção fica no térreo, à direita.</p>')
    const bad = Buffer.concat([good, Buffer.from('<p>Suba pela rampa \xe7.</p>', 'latin1')])
    const [said, more] = (await page(bad, 'utf-8')).passages
    expect([said?.text, more?.text]).toEqual(['A recepção fica no térreo, à direita.', 'Suba pela rampa \uFFFD.'])
    expect((await page(good, 'utf8mb4')).passages).toMatchObject([{ text: 'A recepção fica no térreo, à direita.' }])
    for (const charset of ['utf8mb4', 'utf-8', 'iso-8859-1'])
      expect((await page(Buffer.from('<p>A recepção é aqui.</p>', 'latin1'), charset)).passages).toMatchObject([
        { text: 'A recepção é aqui.' },
      ])
  })

  it('what a cell holds is told again in part only', async () => {
    const [price, day] = ['1a'.repeat(50_000), '2b'.repeat(50_000)]
    const csv = `nome;preço;válido até;${'h'.repeat(50_000)}\nCasa;${price};${day};sim`
    const { passages, report } = await read('csv', Buffer.from(csv), 'products')
    expect(report).toEqual([
      `Linha 2: preço “${price.slice(0, 80)}” não é um número; entrou sem preço.`,
      `Linha 2: validade “${day.slice(0, 80)}” não é uma data; entrou sem validade.`,
    ])
    expect(passages[0]?.product?.attributes).toEqual({ ['h'.repeat(80)]: 'sim' })
  })

  it('a DOCX that is too long says that only its beginning is in @wide', async () => {
    const paragraph = 'Todo serviço tem garantia. '.repeat(300)
    const { passages, report } = await read('docx', createDocx(Array.from({ length: 530 }, () => paragraph)))
    expect(report).toEqual(['Só o começo entrou: o arquivo é longo demais. Divida-o em partes menores.'])
    expect(passages.length).toBeGreaterThan(500)
  })

  it('one that swells when it is unpacked is ended, whatever it says of its size @wide', async () => {
    const zeros = Buffer.alloc(105 * 1024 * 1024)
    const bomb = createZip({ '[Content_Types].xml': zeros })
    expect(bomb.length).toBeLessThan(200_000)
    const words = 'Este arquivo é grande demais por dentro. Divida-o em partes menores.'
    await expect(read('docx', bomb)).rejects.toThrow(words)
    await expect(read('xlsx', createZip({ '[Content_Types].xml': zeros }, 100))).rejects.toThrow(/grande demais|danificado/)
    // A parser that uses too much memory is ended in the same way.
    const pages = Array.from({ length: 40 }, () => ({ paragraphs: [LONG] }))
    await expect(read('pdf', await createPdf(pages), 'file', { memoryMb: 1 })).rejects.toThrow(words)
  })

  it('a spreadsheet with another one behind it is read and not waited for, though its lists contradict each other', async () => {
    const sheet = createXlsx({
      A: [
        ['Bairro', 'Prazo'],
        ['Moema', '2 dias'],
      ],
    })
    expect((await read('xlsx', Buffer.concat([sheet, sheet]))).passages).toMatchObject([{ text: 'Bairro: Moema. Prazo: 2 dias' }])
  })

  it('markup and objects that their readers would compare with all before them are refused at once', async () => {
    const limits = { deadlineMs: 5_000 }
    await expect(read('docx', createDocxWithManyComments(), 'file', limits)).rejects.toThrow('danificado')
    await expect(read('xlsx', createSparseXlsx(), 'file', limits)).rejects.toThrow('grande demais')
    const endless = `%PDF-1.4\n${'6 0 obj [ (a\n'.repeat(30_000)}`
    await expect(read('pdf', Buffer.from(endless), 'file', limits)).rejects.toThrow('danificado')
    const repeated = `%PDF-1.4\n${'6 0 obj <<\n/endobj\n'.repeat(30_000)}`
    await expect(read('pdf', Buffer.from(repeated), 'file', limits)).rejects.toThrow('danificado')
  })

  it('one that keeps its reader busy is ended, and holds up nobody', async () => {
    const pdf = await createPdf(Array.from({ length: 40 }, () => ({ paragraphs: [LONG] })))
    await expect(read('pdf', pdf, 'file', { deadlineMs: 5 })).rejects.toThrow('Este arquivo demora demais para ler.')
  })
})
