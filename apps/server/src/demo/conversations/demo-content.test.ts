import { STAGES } from '@prosa/contract/entities/conversations/conversation'
import { attachment } from '@prosa/contract/entities/conversations/message'
import { formatPhone, isPhone } from '@prosa/contract/rules/phone-numbers/phone'
import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNTS } from '../accounts.ts'
import { createDemoContent } from './demo-content.ts'
import type { DemoConversation } from './demo-tenant.ts'

const NOW = new Date('2026-11-20T17:00:00.000Z')
const DAY = 24 * 3_600_000
const tenants = createDemoContent(NOW)
const allConversations = tenants.flatMap(({ agents }) => agents.flatMap(({ conversations }) => conversations))
const getAgents = (domain: string) => tenants.find((tenant) => tenant.domain === domain)?.agents ?? []
const getLastLeadTime = ({ messages }: DemoConversation) => messages.findLast(({ role }) => role === 'humano')?.at.getTime() ?? 0

describe('demo content', () => {
  it('is the same for the same moment, and only its dates move with the moment', () => {
    expect(createDemoContent(NOW)).toEqual(tenants)
    const later = createDemoContent(new Date(NOW.getTime() + 3 * 3_600_000)).flatMap(({ agents }) =>
      agents.flatMap(({ conversations }) => conversations),
    )
    expect(later.map(({ messages }) => messages.at(-1)?.content)).toEqual(
      allConversations.map(({ messages }) => messages.at(-1)?.content),
    )
  })

  it('every demo tenant has the three agent types and conversations', () => {
    expect(tenants.map(({ domain }) => domain)).toEqual(DEMO_ACCOUNTS.map(({ domain }) => domain))
    for (const { agents } of tenants) expect(agents.map(({ type }) => type)).toEqual(['SDR', 'CLOSER', 'POS_VENDA'])
    const count = (domain: string) => getAgents(domain).flatMap(({ conversations }) => conversations).length
    expect(count('aurora.local')).toBeGreaterThanOrEqual(40)
    expect(count('aurora.local')).toBeLessThanOrEqual(60)
    expect(count('vitta.local')).toBe(20)
    expect(count('prosa.local')).toBe(7)
  })

  it('Aurora has leads in every stage', () => {
    const stages = new Set(getAgents('aurora.local').flatMap(({ conversations }) => conversations.map(({ stage }) => stage)))
    expect([...stages].sort()).toEqual([...STAGES].sort())
  })

  it('has one of 2,000 messages, archived ones, locked and open ones, unread ones, ones that need attention, paused ones', () => {
    expect(allConversations.filter(({ messages }) => messages.length === 2_000)).toHaveLength(1)
    expect(allConversations.filter(({ lead }) => lead.archive).length).toBeGreaterThanOrEqual(1)
    expect(
      allConversations.filter((conversation) => NOW.getTime() - getLastLeadTime(conversation) >= DAY).length,
    ).toBeGreaterThanOrEqual(5)
    expect(
      allConversations.filter((conversation) => NOW.getTime() - getLastLeadTime(conversation) < DAY).length,
    ).toBeGreaterThanOrEqual(15)
    expect(allConversations.filter(({ unread }) => unread > 0 && unread < 100).length).toBeGreaterThanOrEqual(5)
    expect(allConversations.filter(({ unread }) => unread > 99)).toHaveLength(1)
    expect(allConversations.filter(({ attentionReason }) => attentionReason !== null).length).toBeGreaterThanOrEqual(3)
    const paused = allConversations.filter(({ lead }) => lead.pause !== null)
    expect(paused.length).toBeGreaterThanOrEqual(4)
    for (const { messages, lead } of paused) {
      const staff = messages.findLast(({ manual }) => manual)
      expect(staff?.sender).toEqual(lead.pause?.by)
      expect(lead.pause?.at).toEqual(staff?.at)
    }
  })

  it('has messages that are no text, with what the contract says of them', () => {
    const media = allConversations.flatMap(({ messages }) => messages).filter(({ type }) => type !== 'text')
    expect(new Set(media.map(({ type }) => type))).toEqual(new Set(['image', 'audio', 'document', 'location', 'contact']))
    for (const message of media) expect(attachment.safeParse(message.attachment).success).toBe(true)
  })

  it('DASH-04 a row that says when the visit is has that meeting, agreed on before and still ahead of it', () => {
    const saying = allConversations.filter(({ statusMessage }) =>
      /: (segunda|terça|quarta|quinta|sexta|sábado), /.test(statusMessage),
    )
    expect(saying.length).toBeGreaterThanOrEqual(5)
    for (const { meeting, statusMessage, lead, messages } of saying) {
      expect(meeting, statusMessage).not.toBeNull()
      const { title = '', startsAt = NOW, endsAt = NOW, bookedAt = NOW } = meeting ?? {}
      expect(title).toBe(`${statusMessage.split(':')[0]}: ${lead.name}`)
      const local = (options: Intl.DateTimeFormatOptions) =>
        new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', ...options }).format(startsAt)
      expect(statusMessage).toContain(local({ weekday: 'long' }).replace('-feira', ''))
      const hour = /(\d+)h/.exec(statusMessage)?.[1]
      if (hour) expect(Number(local({ hour: 'numeric' }).replace(/\D/g, ''))).toBe(Number(hour))
      expect(messages.map(({ at }) => at.getTime())).toContain(bookedAt.getTime())
      expect(startsAt.getTime()).toBeGreaterThan(bookedAt.getTime())
      expect(startsAt.getTime() - bookedAt.getTime()).toBeLessThan(8 * DAY)
      expect(endsAt.getTime()).toBeGreaterThan(startsAt.getTime())
    }
  })

  it('a contact that was sent has a number', () => {
    const cards = allConversations.flatMap(({ messages }) => messages).filter(({ type }) => type === 'contact')
    expect(cards.length).toBeGreaterThan(0)
    for (const { attachment: card } of cards) expect(formatPhone(card?.phone)).toMatch(/^\(\d{2}\) 900\d{2}-\d{4}$/)
  })

  it('tells time in order, never ahead of now', () => {
    for (const { messages, lead } of allConversations) {
      const times = messages.map(({ at }) => at.getTime())
      expect(times).toEqual([...times].sort((a, b) => a - b))
      expect(times.at(-1)).toBeLessThanOrEqual(NOW.getTime())
      expect(lead.createdAt.getTime()).toBeLessThanOrEqual(times[0] ?? 0)
    }
  })

  it('keeps to the hour of the day whenever it is started', () => {
    for (const hour of [0, 3, 6, 9, 15, 22]) {
      const now = new Date(Date.UTC(2026, 10, 20, hour, 30))
      for (const { messages } of createDemoContent(now).flatMap(({ agents }) =>
        agents.flatMap(({ conversations }) => conversations),
      )) {
        const times = messages.map(({ at }) => at.getTime())
        expect(times).toEqual([...times].sort((a, b) => a - b))
        expect(times.at(-1)).toBeLessThanOrEqual(now.getTime())
      }
    }
  })

  it('invents people with phones of the contract that no operator hands out, and no two alike', () => {
    const phones = allConversations.map(({ lead }) => lead.phone)
    expect(new Set(phones).size).toBe(phones.length)
    for (const phone of phones) {
      expect(isPhone(phone)).toBe(true)
      expect(formatPhone(phone)).toMatch(/^\(\d{2}\) 900\d{2}-\d{4}$/)
    }
    expect(new Set(allConversations.map(({ lead }) => lead.name)).size).toBe(allConversations.length)
    for (const { lead } of allConversations) expect(lead.email ?? 'x@example.com').toMatch(/@example\.com$/)
  })

  it('leaves no place unfilled and no field empty', () => {
    for (const { messages, summary, statusMessage } of allConversations) {
      for (const text of [
        summary,
        statusMessage,
        ...messages.filter(({ type }) => type === 'text').map(({ content }) => content),
      ]) {
        expect(text.trim()).not.toBe('')
        expect(text).not.toMatch(/[{}|]|undefined/)
      }
    }
  })

  it('neighbours in a list do not end alike, nor does anything in the long one repeat side by side', () => {
    for (const { agents } of tenants) {
      for (const { conversations } of agents) {
        const ends = conversations.map(({ messages }) => messages.at(-1)?.content)
        for (const [index, end] of ends.entries()) expect(end, `${end}`).not.toBe(ends[index + 1])
      }
    }
    const long = allConversations.find(({ messages }) => messages.length === 2_000)?.messages ?? []
    const near = long.filter(
      ({ content, type }, index) =>
        type === 'text' && content.length > 25 && long.slice(index + 1, index + 30).some((other) => other.content === content),
    )
    expect(near.length).toBeLessThan(20)
  })
})
