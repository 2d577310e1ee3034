import { describe, expect, it } from 'vitest'
import { createMessage, createTestLog } from '../testing/fakes.ts'
import { buildChatItems } from './chat-items.ts'

const NOW = new Date('2026-11-20T15:00:00Z')

describe('files in a bubble', () => {
  const shown = (over: object) => {
    const { root, draw } = createTestLog()
    draw(buildChatItems([createMessage(1, over)], [], NOW))
    return root.querySelector('.bubble') as HTMLElement
  }

  it('MEDIA-20 a photo stands in its place with its caption, and opens apart', () => {
    const bubble = shown({ type: 'image', content: 'Veja', attachment: { mime_type: 'image/jpeg' } })
    const link = bubble.querySelector('a')
    expect(link).toMatchObject({ target: '_blank' })
    expect(link?.getAttribute('href')).toBe('/arquivo/m1')
    expect(bubble.querySelector('img')?.alt).toBe('Imagem')
    expect(bubble.querySelector('.text')?.textContent).toBe('Veja')
  })

  it('MEDIA-14 shows a small picture, and one that has none is opened by its word', () => {
    const bubble = shown({ type: 'image', content: '', attachment: { mime_type: 'image/jpeg' } })
    const image = bubble.querySelector('img')
    expect(image?.getAttribute('src')).toBe('/arquivo/m1?size=thumb')
    image?.dispatchEvent(new Event('error'))
    expect(bubble.querySelector('a')?.textContent).toBe('Ver imagem')
  })

  it('MEDIA-20 a voice note is played in place, and loads nothing before', () => {
    const player = shown({ type: 'audio', content: '', attachment: { voice: true } }).querySelector('audio')
    expect(player).toMatchObject({ controls: true, preload: 'none' })
    expect(player?.getAttribute('aria-label')).toBe('Mensagem de voz')
  })

  it('MEDIA-20 a document says its name and size, and is saved', () => {
    const link = shown({ type: 'document', attachment: { filename: 'Proposta.pdf', size: 2_400_000 } }).querySelector('a')
    expect(link?.textContent).toBe('Baixar Proposta.pdf (2,3 MB)')
    expect(link?.getAttribute('download')).toBe('Proposta.pdf')
  })

  it('MEDIA-20 a file of the lead shows at once, with how far it is, a way to call it off, and why it was refused', () => {
    const calls: string[] = []
    let share: number | null = 0.4
    const { root, draw } = createTestLog({
      getLocalFile: () => ({ url: 'blob:aqui', fraction: share }),
      onChoose: ({ message_id, id }, title) => calls.push(`choose ${message_id} ${id} ${title}`),
      onRetry: (key) => calls.push(`retry ${key}`),
      onDiscard: (key) => calls.push(`discard ${key}`),
    })
    const entry = { key: 'k', content: '', at: NOW.getTime(), file: { name: 'sala.jpg', size: 9, as: 'image' as const } }
    draw(buildChatItems([], [{ ...entry, status: 'waiting' }], NOW))
    expect(root.querySelector('img')?.getAttribute('src')).toBe('blob:aqui')
    expect(root.querySelector('.state')?.textContent).toBe('Enviando… 40 %')
    root.querySelector('button')?.click()
    expect(calls).toEqual(['discard k'])
    share = 0.8
    draw(buildChatItems([], [{ ...entry, status: 'waiting' }], NOW))
    expect(root.querySelector('.state')?.textContent).toBe('Enviando… 80 %')
    draw(buildChatItems([], [{ ...entry, status: 'refused', reason: 'O arquivo está vazio.' }], NOW))
    expect(root.querySelector('.state')?.textContent).toBe('O arquivo está vazio.')
    expect([...root.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual(['Tentar de novo', 'Descartar'])
  })

  it('MEDIA-19 a place has its map, and a person a phone to call and an address to write to', () => {
    const place = { latitude: -23.561414, longitude: -46.655881, name: 'MASP', address: 'Avenida Paulista, 1578' }
    const map = shown({ type: 'location', content: '', attachment: place })
    expect(map.querySelector('.card')?.textContent).toBe('MASPAvenida Paulista, 1578Ver no mapa')
    expect(map.querySelector('a')).toMatchObject({ target: '_blank', rel: 'noopener noreferrer' })
    expect(map.querySelector('a')?.href).toContain('openstreetmap.org/?mlat=-23.561414&mlon=-46.655881')
    const ana = { name: 'Ana Souza', phone: '+5511987654321', email: 'ana@aurora.com.br' }
    const card = shown({ type: 'contact', content: '', attachment: ana })
    expect(card.querySelector('strong')?.textContent).toBe('Ana Souza')
    expect([...card.querySelectorAll('a')].map(({ href, textContent }) => [href, textContent])).toEqual([
      ['tel:+5511987654321', '(11) 98765-4321'],
      ['mailto:ana@aurora.com.br', 'ana@aurora.com.br'],
    ])
    expect(shown({ type: 'location', content: '', attachment: { latitude: 999 } }).querySelector('a')).toBeNull()
  })

  it('what came without its file says what it was', () => {
    expect(shown({ type: 'image', content: '' }).querySelector('.media')?.textContent).toBe('Imagem')
  })

  it('MEDIA-20 the lead sees what an answer quotes, that it is not here, and how the team reacted', () => {
    const quote = { message_id: 'm0', role: 'humano' as const, type: 'text', preview: 'Tem vaga?' }
    const bubble = shown({ content: 'Tem sim', reply_to: quote })
    expect([...bubble.querySelectorAll('.quote p')].map(({ textContent }) => textContent)).toEqual(['Você', 'Tem vaga?'])
    expect(shown({ reply_to: { message_id: null } }).querySelector('.quote')?.textContent).toBe('Mensagem que não está aqui')
    expect(shown({ reacted: '❤️' }).querySelector('.reaction')?.textContent).toBe('❤️')
    expect(shown({ reacted: null }).querySelector('.reaction')).toBeNull()
  })
})
