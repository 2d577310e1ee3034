/** Said to whoever wants to write to a lead that asked for nothing. */
export const OPTED_OUT = 'Este lead pediu para não receber mensagens.'

/**
 * Whether a message that nobody asked for (a template, whatever a machine sends by itself) may go to this lead (2-agents.md, section 2).
 * Asked when it is queued, and again when it leaves. An answer to what the lead wrote, and a person's free text, need no leave.
 */
export const mayInitiate = ({ optOutAt }: { optOutAt: Date | null }): boolean => optOutAt === null
