/**
 * How a lead's row is held until a transaction ends: against everybody else who holds it, and not against who only refers to it. PostgreSQL
 * looks a conversation's lead up once more when one transaction writes that conversation twice; whoever has the conversation would wait there
 * for who has the lead, and that one for the conversation.
 */
export const HOLD_LEAD = 'no key update'
