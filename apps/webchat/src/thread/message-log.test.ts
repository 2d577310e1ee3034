import { describe, expect, it } from 'vitest'
import { createComposer } from '../sending/composer.ts'
import { createMessage } from '../testing/fakes.ts'
import { buildChatItems } from './chat-items.ts'
import { createMessageLog } from './message-log.ts'
import { renderMessageText } from './render-message-text.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const html = (content: string) => {
  const root = document.createElement('p')
  root.append(renderMessageText(content, document))
  return root
}

describe('links', () => {
  it('makes links of web addresses only, without the point after them', () => {
    const root = html('veja https://exemplo.com/a?b=1. ou (http://x.com.br)!')
    expect([...root.querySelectorAll('a')].map(({ href }) => href)).toEqual(['https://exemplo.com/a?b=1', 'http://x.com.br/'])
    expect(root.textContent).toBe('veja https://exemplo.com/a?b=1. ou (http://x.com.br)!')
    expect(root.querySelector('a')?.rel).toContain('noopener noreferrer')
  })

  it('reads an address as the panel does', () => {
    const root = html('www.x.com.br e https://pt.wikipedia.org/wiki/Prosa_(literatura)')
    expect([...root.querySelectorAll('a')].map(({ href }) => href)).toEqual([
      'https://www.x.com.br/',
      'https://pt.wikipedia.org/wiki/Prosa_(literatura)',
    ])
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,<b>',
    'ftp://x.com',
    '<img src=x onerror=alert(1)>',
    'https://',
    'https://user:pass@evil.example/',
  ])('leaves %j as text', (content) => {
    const root = html(content)
    expect(root.children).toHaveLength(0)
    expect(root.textContent).toBe(content)
  })
})

describe('numbers and addresses', () => {
  it.each([
    ['me liga no (11) 98765-4321?', '(11) 98765-4321'],
    ['+55 21 99999-0001 é o meu', '+55 21 99999-0001'],
    ['fixo 3222-1100.', '3222-1100'],
    ['manda para ana-maria@tele-med.com.br.', 'ana-maria@tele-med.com.br'],
  ])('%j holds %j together', (content, whole) => {
    const root = html(content)
    expect([...root.querySelectorAll('.whole')].map(({ textContent }) => textContent)).toEqual([whole])
    expect(root.textContent).toBe(content)
  })

  it.each(['segunda-feira', '2026-11-20', '12.345.678/0001-90', 'https://x.com/a@b-c.com'])('%j is neither', (content) => {
    const root = html(content)
    expect(root.querySelector('.whole')).toBeNull()
    expect(root.textContent).toBe(content)
  })
})

describe('the log', () => {
  const setUp = () => {
    const root = document.createElement('div')
    const calls: string[] = []
    const draw = createMessageLog(root, {
      agentName: () => 'Clara',
      isOffline: () => false,
      getFileUrl: (id) => `/arquivo/${id}`,
      getLocalFile: () => undefined,
      onChoose: ({ message_id, id }, title) => calls.push(`choose ${message_id} ${id} ${title}`),
      onRetry: (key) => calls.push(`retry ${key}`),
      onDiscard: (key) => calls.push(`discard ${key}`),
    })
    return { root, draw, calls }
  }
  const unsent = (status: 'waiting' | 'refused') => [{ key: 'k', content: 'oi', at: NOW.getTime(), status }]

  it('leaves elements alone that show the same, and puts a late message in its place', () => {
    const { root, draw } = setUp()
    draw(buildChatItems([createMessage(1), createMessage(3)], [], NOW))
    const [day, first, third] = [...root.children]
    draw(buildChatItems([createMessage(1), createMessage(2), createMessage(3)], [], NOW))
    expect([...root.children][0]).toBe(day)
    expect([...root.children][1]).toBe(first)
    expect([...root.children][3]).toBe(third)
    expect(root.children).toHaveLength(4)
    draw([])
    expect(root.children).toHaveLength(0)
  })

  it('MEDIA-20 choices are pressed while nothing was said after them, and read from then on', () => {
    const { root, draw, calls } = setUp()
    const options = [
      { id: '1', title: 'Sábado', description: 'De manhã' },
      { id: '2', title: 'Domingo', description: null },
    ]
    const asked = createMessage(1, { content: 'Que dia?', choices: { kind: 'list', button: 'Ver', options } })
    draw(buildChatItems([asked], [], NOW))
    expect([...root.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual(['SábadoDe manhã', 'Domingo'])
    root.querySelectorAll('button')[1]?.click()
    expect(calls).toEqual(['choose m1 2 Domingo'])
    for (const items of [
      buildChatItems([asked], unsent('waiting'), NOW),
      buildChatItems([asked, createMessage(2, { role: 'humano' })], [], NOW),
    ]) {
      draw(items)
      expect(root.querySelector('button')).toBeNull()
      expect(root.querySelector('.options')?.textContent).toBe('SábadoDe manhãDomingo')
    }
    draw(buildChatItems([createMessage(0, { role: 'humano' }), asked, createMessage(2)], [], NOW))
    expect(root.querySelectorAll('button')).toHaveLength(2)
  })

  it('says what becomes of a message: sending, refused with a way out, then only its time', () => {
    const { root, draw, calls } = setUp()
    draw(buildChatItems([], unsent('waiting'), NOW))
    expect(root.textContent).toContain('Enviando…')
    draw(buildChatItems([], unsent('refused'), NOW))
    expect(root.textContent).toContain('Não foi enviada.')
    for (const button of root.querySelectorAll('button')) button.click()
    expect(calls).toEqual(['retry k', 'discard k'])
    draw(buildChatItems([createMessage(1, { role: 'humano', content: 'oi', client_message_id: 'k' })], [], NOW))
    expect(root.querySelectorAll('.bubble')).toHaveLength(1)
    expect(root.querySelector('.state')).toBeNull()
  })

  it('shows who of the team writes, and says to a screen reader whose words each bubble holds', () => {
    const { root, draw } = setUp()
    const ana = { person: 'Ana' }
    const mine = createMessage(4, { role: 'humano', client_message_id: 'k' })
    draw(buildChatItems([createMessage(1), createMessage(2, ana), createMessage(3, ana), mine], [], NOW))
    const speakers = [...root.querySelectorAll('.speaker')]
    expect(speakers.map(({ textContent }) => textContent)).toEqual(['Clara', 'Ana, da equipe', 'Ana, da equipe', 'Você'])
    expect(speakers.map((speaker) => speaker.hasAttribute('data-shown'))).toEqual([false, true, false, false])
  })

  it('never reads a message as markup, and names what is no text', () => {
    const { root, draw } = setUp()
    draw(
      buildChatItems(
        [
          createMessage(1, { content: '<script>alert(1)</script>' }),
          createMessage(2, { type: 'audio', content: '' }),
          createMessage(3, { type: 'hologram' }),
        ],
        [],
        NOW,
      ),
    )
    expect(root.querySelector('script')).toBeNull()
    expect([...root.querySelectorAll('.media')].map(({ textContent }) => textContent)).toEqual(['Áudio', 'Mensagem'])
  })
})

describe('the composer', () => {
  const setUp = () => {
    const form = document.createElement('form')
    const field = document.createElement('textarea')
    const button = document.createElement('button')
    const count = document.createElement('p')
    field.disabled = true
    form.append(field, button)
    document.body.replaceChildren(form, count)
    const said: string[] = []
    const composer = createComposer({ form, textarea: field, sendButton: button, counter: count }, (content) =>
      said.push(content),
    )
    const type = (text: string) => {
      field.value = text
      field.dispatchEvent(new Event('input'))
    }
    const press = (init: KeyboardEventInit) => {
      const event = new KeyboardEvent('keydown', { key: 'Enter', cancelable: true, ...init })
      field.dispatchEvent(event)
      return event
    }
    return { composer, field, button, count, said, type, press }
  }

  it('sends trimmed text on Enter, breaks the line on Shift+Enter, leaves a composition alone', () => {
    const { composer, said, type, press, field } = setUp()
    composer.enable()
    type('  oi  ')
    expect(press({ shiftKey: true }).defaultPrevented).toBe(false)
    expect(press({ isComposing: true }).defaultPrevented).toBe(false)
    expect(said).toEqual([])
    expect(press({}).defaultPrevented).toBe(true)
    expect(said).toEqual(['oi'])
    expect(field.value).toBe('')
  })

  it('sends nothing that is empty, and nothing before the talk is open', () => {
    const { composer, said, type, press, button } = setUp()
    type('oi')
    press({})
    expect(button.disabled).toBe(true)
    composer.enable()
    expect(button.disabled).toBe(false)
    type('   \n ')
    press({})
    expect(button.disabled).toBe(true)
    expect(said).toEqual([])
  })

  it('counts down near the limit', () => {
    const { composer, type, count } = setUp()
    composer.enable()
    type('a'.repeat(3_000))
    expect(count.hidden).toBe(true)
    type('a'.repeat(4_095))
    expect(count.textContent).toBe('Resta 1 caractere')
  })
})
