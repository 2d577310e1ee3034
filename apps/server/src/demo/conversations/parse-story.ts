import { type Stage, stage } from '@prosa/contract/entities/conversations/conversation'
import type { Attachment } from '@prosa/contract/entities/conversations/message'
import { VOICE_NOTE_SECONDS } from '../files/silent-voice-note.ts'

/**
 * A line of a story, parsed from this notation:
 * `# f` or `# m`: the lead is a woman or a man
 * `@ stage | status message | summary`: start of a section; a demo conversation may end after any section
 * `L text`: message of the lead; `A text`: of the agent; `H0 text`: of user number 0
 * `L[image] caption`, `L[contact] name +5511…`: message of another type; `L[audio] words`: voice message and its transcript
 * `~ 2d` or `~ 5h`: a pause of days or hours
 * `H0^2 text`: reply that quotes the message two before it; `R0 👍`: reaction of user number 0 to the previous message
 * `! headline | text`: advertisement on which the lead clicked before the next message
 */
export interface StoryLine {
  readonly speaker: 'lead' | 'agent' | number
  readonly type: string
  readonly text: string
  readonly silenceMinutes: number
  /** How many messages before this one the quoted message is. */
  readonly replyDistance?: number
  readonly reaction?: { readonly userIndex: number; readonly emoji: string }
  readonly ad?: { readonly headline: string; readonly body: string }
}

export interface StorySection {
  readonly stage: Stage
  readonly status: string
  readonly summary: string
  readonly lines: readonly StoryLine[]
}

export interface Story {
  readonly gender: 'f' | 'm' | null
  readonly sections: readonly StorySection[]
}

const STORY_LINE_PATTERN = /^(L|A|H(\d))(?:\^(\d))?(?:\[(\w+)\])?(?: (.*))?$/

/** Parses lines of a story that has no sections. */
export const parseStoryLines = (text: string): StoryLine[] => {
  const lines: StoryLine[] = []
  /** Pause and advertisement that apply to the next message. */
  let next: { silenceMinutes: number; ad?: NonNullable<StoryLine['ad']> } = { silenceMinutes: 0 }
  for (const raw of text.trim().split('\n')) {
    const [, count, unit] = /^~ (\d+)([dh])$/.exec(raw) ?? []
    const [headline, body] = raw.startsWith('! ') ? raw.slice(2).split(' | ') : []
    const [, userIndex, emoji] = /^R(\d) (\S+)$/.exec(raw) ?? []
    const last = lines.at(-1)
    if (count) next.silenceMinutes = Number(count) * (unit === 'd' ? 1_440 : 60)
    else if (headline && body) next.ad = { headline, body }
    else if (emoji && last) lines[lines.length - 1] = { ...last, reaction: { userIndex: Number(userIndex), emoji } }
    else {
      lines.push({ ...parseStoryLine(raw), ...next })
      next = { silenceMinutes: 0 }
    }
  }
  return lines
}

function parseStoryLine(raw: string): Pick<StoryLine, 'speaker' | 'type' | 'text' | 'replyDistance'> {
  const match = STORY_LINE_PATTERN.exec(raw)
  if (!match) throw new Error(`Not a line of a story: ${raw}`)
  const [, speakerMark, staff, replyDistance, type = 'text', text = ''] = match
  const speaker = speakerMark === 'L' ? 'lead' : speakerMark === 'A' ? 'agent' : Number(staff)
  return { speaker: speaker, type, text, ...(replyDistance ? { replyDistance: Number(replyDistance) } : {}) }
}

export const parseStory = (text: string): Story => {
  const [head = '', ...sections] = text.trim().split(/^@ /m)
  const gender = /^# ([fm])/.exec(head)?.[1]
  return {
    gender: gender === 'f' || gender === 'm' ? gender : null,
    sections: sections.map((section) => {
      const [title = '', ...rest] = section.split('\n')
      const [name, status = '', summary = ''] = title.split(' | ')
      return { stage: stage.parse(name), status, summary, lines: parseStoryLines(rest.join('\n')) }
    }),
  }
}

const SAMPLE_ATTACHMENTS: Readonly<Record<string, Omit<Attachment, 'url'>>> = {
  image: { mime_type: 'image/png', filename: 'foto.png' },
  audio: { mime_type: 'audio/ogg; codecs=opus', voice: true, duration_ms: VOICE_NOTE_SECONDS * 1_000 },
  location: { latitude: -23.5614, longitude: -46.6559 },
  contact: {},
  document: { mime_type: 'application/pdf' },
}

/** Returns the attachment of a message, or null for a text message. URL and size are set when the file is stored. */
export const createDemoAttachment = (type: string, text: string): Attachment | null => {
  const file = SAMPLE_ATTACHMENTS[type]
  if (!file) return null
  if (type === 'document') return { ...file, filename: text }
  if (type === 'location') return { ...file, name: 'Localização', address: text }
  if (type === 'contact') {
    const [, name = text, phone] = /^(.*) (\+\d+)$/.exec(text) ?? []
    return { ...file, name, ...(phone ? { phone } : {}) }
  }
  return { ...file }
}
