import { LEAD_SCRIPTS, type LeadScript } from './lead-scripts.ts'

export interface ScriptedLeadPorts {
  /** Processes a message as if the lead had sent it in the web chat. `leadKey` identifies the lead. */
  receive(tenantId: string, agentId: string, leadKey: string, content: string): Promise<void>
  wait(ms: number, signal: AbortSignal): Promise<void>
  /** Called when `receive` fails. The following messages are still sent. */
  onError(error: unknown): void
  readonly now: () => Date
  /** Returns a random number from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number
}

export interface ScriptedMessage {
  readonly afterMs: number
  readonly tenantId: string
  readonly agentId: string
  readonly leadKey: string
  readonly content: string
}

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
/** Maximum number of simulated leads that write at the same time. */
const MAX_ACTIVE_LEADS = 3

interface ScriptedLead {
  readonly script: LeadScript
  readonly leadKey: string
  lines: readonly string[]
  nextVisitAtMs: number
  lastMessageAtMs: number
  visits: number
}

const startNextVisit = (lead: ScriptedLead, visitAtMs: number): void => {
  const { laterVisits } = lead.script
  lead.lines = laterVisits[lead.visits % laterVisits.length] ?? []
  lead.visits += 1
  lead.nextVisitAtMs = visitAtMs
}

/**
 * Generates the messages of simulated leads endlessly, one every 20 to 40 s. A lead returns 20 to 40 minutes after its last message. Lead
 * keys contain the start time, so that a restarted server creates new leads.
 */
export function* generateScriptedMessages({
  now,
  random,
}: {
  now: Date
  random: () => number
}): Generator<ScriptedMessage, never> {
  const randomBetween = (from: number, to: number) => Math.round(from + random() * (to - from))
  const started = now.getTime().toString(36)
  const leads: ScriptedLead[] = LEAD_SCRIPTS.map((script) => ({
    script,
    leadKey: `demo-${script.key}-${started}`,
    lines: script.firstVisit,
    nextVisitAtMs: randomBetween(0, LEAD_SCRIPTS.length * MINUTE_MS),
    lastMessageAtMs: -1,
    visits: 0,
  }))
  let elapsedMs = 0
  let activeLeads: ScriptedLead[] = []
  for (;;) {
    let afterMs = randomBetween(20 * SECOND_MS, 40 * SECOND_MS)
    const waitingLeads = leads.filter((lead) => !activeLeads.includes(lead)).sort((a, b) => a.nextVisitAtMs - b.nextVisitAtMs)
    if (activeLeads.length === 0) afterMs = Math.max(afterMs, (waitingLeads[0]?.nextVisitAtMs ?? elapsedMs) - elapsedMs)
    elapsedMs += afterMs
    activeLeads = [
      ...activeLeads,
      ...waitingLeads.filter(({ nextVisitAtMs }) => nextVisitAtMs <= elapsedMs).slice(0, MAX_ACTIVE_LEADS - activeLeads.length),
    ]
    const lead = activeLeads.toSorted((a, b) => a.lastMessageAtMs - b.lastMessageAtMs)[0]
    const [content, ...rest] = lead?.lines ?? []
    if (!lead || content === undefined) throw new Error('A scripted lead without words')
    lead.lines = rest
    lead.lastMessageAtMs = elapsedMs
    if (rest.length === 0) {
      startNextVisit(lead, elapsedMs + randomBetween(20 * MINUTE_MS, 40 * MINUTE_MS))
      activeLeads = activeLeads.filter((other) => other !== lead)
    }
    yield { afterMs, tenantId: lead.script.tenantId, agentId: lead.script.agentId, leadKey: lead.leadKey, content }
  }
}

export const runScriptedLeads = async (ports: ScriptedLeadPorts, signal: AbortSignal): Promise<void> => {
  for (const message of generateScriptedMessages({ now: ports.now(), random: ports.random })) {
    if (signal.aborted) return
    await ports.wait(message.afterMs, signal)
    if (signal.aborted) return
    try {
      await ports.receive(message.tenantId, message.agentId, message.leadKey, message.content)
    } catch (error) {
      ports.onError(error)
    }
  }
}
