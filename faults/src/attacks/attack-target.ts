/** The server and organisation under attack. */
export interface AttackTarget {
  readonly url: string
  readonly agentId: string
  /** Token of the one operator. */
  readonly token: string
  /** Cookie of the known visitor, whose IP address is KNOWN_VISITOR_ADDRESS. */
  readonly cookie: string | null
}

export const KNOWN_VISITOR_ADDRESS = '127.0.16.1'
