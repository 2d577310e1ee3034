import { type Stage, stage } from '@prosa/contract/entities/conversation'
import type { Attachment } from '@prosa/contract/entities/message'

/**
 * The notation of a history, one line each:
 * `# f` or `# m`  the lead has to be a woman, or a man
 * `@ stage | status message | summary`  a section: a conversation may end after it
 * `L text`  the lead   `A text`  the agent   `H0 text`  staff member number 0, by hand
 * `L[image] caption`, `L[contact] name +5511…`  a message that is not text   `~ 2d` or `~ 5h`  time goes by
 */
export interface StoryLine {
  readonly who: 'lead' | 'agent' | number
  readonly type: string
  readonly text: string
  /** Minutes of silence before it. */
  readonly silence: number
}

export interface Section {
  readonly stage: Stage
  readonly status: string
  readonly summary: string
  readonly lines: readonly StoryLine[]
}

export interface Story {
  readonly gender: 'f' | 'm' | null
  readonly sections: readonly Section[]
}

const LINE = /^(L|A|H(\d))(?:\[(\w+)\])?(?: (.*))?$/

/** Lines of a text in the notation, without its sections. */
export const readLines = (text: string): StoryLine[] => {
  let silence = 0
  return text
    .trim()
    .split('\n')
    .flatMap((raw): StoryLine[] => {
      const pause = /^~ (\d+)([dh])$/.exec(raw)
      if (pause) {
        silence = Number(pause[1]) * (pause[2] === 'd' ? 1_440 : 60)
        return []
      }
      const found = LINE.exec(raw)
      if (!found) throw new Error(`Not a line of a story: ${raw}`)
      const [, who, staff, type = 'text', said = ''] = found
      const line: StoryLine = { who: who === 'L' ? 'lead' : who === 'A' ? 'agent' : Number(staff), type, text: said, silence }
      silence = 0
      return [line]
    })
}

/** A whole story out of its text. */
export const readStory = (text: string): Story => {
  const [head = '', ...sections] = text.trim().split(/^@ /m)
  const gender = /^# ([fm])/.exec(head)?.[1]
  return {
    gender: gender === 'f' || gender === 'm' ? gender : null,
    sections: sections.map((section) => {
      const [title = '', ...rest] = section.split('\n')
      const [name, status = '', summary = ''] = title.split(' | ')
      return { stage: stage.parse(name), status, summary, lines: readLines(rest.join('\n')) }
    }),
  }
}

const FILES: Readonly<Record<string, Omit<Attachment, 'url'>>> = {
  image: { mime_type: 'image/png', filename: 'foto.png' },
  audio: { mime_type: 'audio/ogg; codecs=opus', voice: true },
  location: { latitude: -23.5614, longitude: -46.6559 },
  contact: {},
  document: { mime_type: 'application/pdf' },
}

/** What a message that is no text carries; address and size come with its file, when it is kept. */
export const attachmentOf = (type: string, text: string): Attachment | null => {
  const file = FILES[type]
  if (!file) return null
  if (type === 'document') return { ...file, filename: text }
  if (type === 'location') return { ...file, name: 'Localização', address: text }
  if (type === 'contact') {
    const [, name = text, phone] = /^(.*) (\+\d+)$/.exec(text) ?? []
    return { ...file, name, ...(phone ? { phone } : {}) }
  }
  return { ...file }
}
