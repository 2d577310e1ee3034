import type { Config } from '../../kernel/config.ts'

/** How long an agent waits for the lead to go on writing before it answers: a burst gets one answer. */
export const BURST_MS = 2_500

/** What is left of that wait after the lead's last message, in milliseconds. */
export const burstLeft = ({ agentPace }: Pick<Config, 'agentPace'>, last: Date | null, now: Date): number =>
  Math.max(0, BURST_MS * agentPace - (now.getTime() - (last?.getTime() ?? 0)))
