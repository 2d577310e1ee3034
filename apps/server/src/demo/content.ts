import { DEMO_ACCOUNTS } from './accounts.ts'
import { castConversation, type Role } from './cast.ts'
import type { DemoStaff, DemoTenant } from './demo-tenant.ts'
import { fillerOf } from './fill.ts'
import { longConversation } from './long-conversation.ts'
import { peopleOf } from './people.ts'
import { deckOf, seededRandom } from './random.ts'
import { AURORA_CLOSER } from './stories/aurora-closer.ts'
import { AURORA_POS_VENDA } from './stories/aurora-pos-venda.ts'
import { AURORA_SDR } from './stories/aurora-sdr.ts'
import { PROSA_CLOSER, PROSA_POS_VENDA, PROSA_SDR } from './stories/prosa.ts'
import { VITTA_CLOSER, VITTA_POS_VENDA, VITTA_SDR } from './stories/vitta.ts'
import { readStory } from './story.ts'

interface Plan {
  readonly domain: string
  readonly areaCode?: string
  readonly agents: readonly (Role & { readonly stories: readonly string[] })[]
}

const PLANS: readonly Plan[] = [
  {
    domain: 'aurora.local',
    agents: [
      { name: 'Clara', type: 'SDR', stories: AURORA_SDR, count: 22, attention: [2], archived: [15], paused: [4, 9] },
      { name: 'Bento', type: 'CLOSER', stories: AURORA_CLOSER, count: 14, attention: [1], archived: [], paused: [3, 6] },
      { name: 'Nina', type: 'POS_VENDA', stories: AURORA_POS_VENDA, count: 12, attention: [1], archived: [10], paused: [2] },
    ],
  },
  {
    domain: 'vitta.local',
    areaCode: '21',
    agents: [
      { name: 'Lia', type: 'SDR', stories: VITTA_SDR, count: 10, attention: [1], archived: [8], paused: [3] },
      { name: 'Caio', type: 'CLOSER', stories: VITTA_CLOSER, count: 5, attention: [], archived: [], paused: [1] },
      { name: 'Íris', type: 'POS_VENDA', stories: VITTA_POS_VENDA, count: 5, attention: [0], archived: [4], paused: [] },
    ],
  },
  {
    domain: 'prosa.local',
    agents: [
      { name: 'Duda', type: 'SDR', stories: PROSA_SDR, count: 3, attention: [1], archived: [2], paused: [] },
      { name: 'Otto', type: 'CLOSER', stories: PROSA_CLOSER, count: 2, attention: [], archived: [], paused: [] },
      { name: 'Mel', type: 'POS_VENDA', stories: PROSA_POS_VENDA, count: 2, attention: [], archived: [], paused: [] },
    ],
  },
]

/** Name of the agent that new leads of the demo write to. */
export const FIRST_AGENT = PLANS[0]?.agents[0]?.name ?? ''

const SEED = 20_261

/** Creates the demo's conversations. Deterministic except for the dates, which depend on `now`. */
export const demoContent = (now: Date): DemoTenant[] => {
  const random = seededRandom(SEED)
  const people = peopleOf(random)
  const filler = fillerOf(random)
  return PLANS.map(({ domain, areaCode, agents }) => {
    const staff: readonly DemoStaff[] =
      DEMO_ACCOUNTS.find((account) => account.domain === domain)?.users.filter(({ hasLeft }) => !hasLeft) ?? []
    return {
      domain,
      agents: agents.map((role) => {
        const nextStory = deckOf(random, role.stories.map(readStory))
        const conversations = Array.from({ length: role.count }, (_, index) => {
          const story = nextStory()
          const person = people(story.gender, areaCode)
          return castConversation({ story, person, fill: filler(person), random, staff, role, index, now })
        })
        const hasLongOne = domain === 'aurora.local' && role.type === 'POS_VENDA'
        if (hasLongOne) conversations.push(longConversation({ random, filler, person: people('m', '11'), staff, now }))
        return { name: role.name, type: role.type, conversations }
      }),
    }
  })
}
