/** What each job carries. Jobs are sent inside the transaction that makes them true, and run at least once. */
export interface Jobs {
  /** The agent answers what a lead wrote. */
  'agent-turn': { tenantId: string; conversationId: string }
  /** A pause that was given an end ends by itself. */
  'end-pause': { tenantId: string; leadId: string }
  /** A message goes out to its channel; in order, one at a time per conversation. */
  'deliver-message': { tenantId: string; conversationId: string; seq: number; channel: string }
  /** A message that may have gone out has waited long enough for a word of its channel. */
  'settle-delivery': { tenantId: string; messageId: string }
  /** What one sender's webhooks brought is worked off, in order. */
  'receive-whatsapp': { tenantId: string; numberId: string; sender: string }
  /** What a large webhook brought for one number is taken apart. */
  'take-whatsapp-batch': { tenantId: string; numberId: string }
  /** What WhatsApp can no longer repeat is cleared away. */
  'purge-whatsapp': { tenantId: string }
  /** A lead's file is fetched from its channel. */
  'fetch-media': { tenantId: string; messageId: string }
  /** A meeting's event in somebody's calendar follows what became of the meeting. */
  'settle-meeting': { tenantId: string; meetingId: string }
  /** Files of a lead that was erased go. */
  'erase-files': { tenantId: string; messageIds: string[] }
  /** Somebody asked for a link to a new password, by phone or e-mail. */
  'send-reset-link': { account: string }
  /** A person is written to that somebody entered their account from a new device. */
  'mail-new-access': { tenantId: string; userId: string; sessionId: string }
  /** A file that somebody asked for is made. */
  'make-export': { tenantId: string; exportId: string }
  /** It goes: its time is over, or it holds what must be forgotten. */
  'remove-export': { tenantId: string; exportId: string }
  /** What nobody may keep any longer is cleared away, once a day. */
  'keep-house': Record<string, never>
}
export type JobName = keyof Jobs

/** `failures`: how often this job has been begun before, and not come to its end. */
export type JobHandler<N extends JobName> = (data: Jobs[N], signal: AbortSignal, failures: number) => Promise<void>

/** Who does each job: one that is forgotten does not compile. */
export type JobHandlers = { readonly [N in JobName]: JobHandler<N> }
