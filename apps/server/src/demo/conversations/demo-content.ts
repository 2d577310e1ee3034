import { DEMO_ACCOUNTS } from '../accounts.ts'
import { createSeededRandom, createShuffledDeck } from '../seeded-random.ts'
import { AURORA_CLOSER_STORIES } from '../stories/aurora-closer.ts'
import { AURORA_POS_VENDA_STORIES } from '../stories/aurora-pos-venda.ts'
import { AURORA_SDR_STORIES } from '../stories/aurora-sdr.ts'
import { PROSA_CLOSER_STORIES, PROSA_POS_VENDA_STORIES, PROSA_SDR_STORIES } from '../stories/prosa-stories.ts'
import { VITTA_CLOSER_STORIES, VITTA_POS_VENDA_STORIES, VITTA_SDR_STORIES } from '../stories/vitta-stories.ts'
import { createDemoConversation, type DemoAgentPlan } from './create-demo-conversation.ts'
import { createPersonGenerator } from './demo-people.ts'
import type { DemoStaff, DemoTenant } from './demo-tenant.ts'
import { createLongConversation } from './long-conversation.ts'
import { parseStory } from './parse-story.ts'
import { createResolverFactory } from './placeholder-resolver.ts'

interface TenantPlan {
  readonly domain: string
  readonly areaCode?: string
  readonly agents: readonly (DemoAgentPlan & { readonly stories: readonly string[] })[]
}

const TENANT_PLANS: readonly TenantPlan[] = [
  {
    domain: 'aurora.local',
    agents: [
      { name: 'Clara', type: 'SDR', stories: AURORA_SDR_STORIES, count: 22, attention: [2], archived: [15], paused: [4, 9] },
      { name: 'Bento', type: 'CLOSER', stories: AURORA_CLOSER_STORIES, count: 14, attention: [1], archived: [], paused: [3, 6] },
      {
        name: 'Nina',
        type: 'POS_VENDA',
        stories: AURORA_POS_VENDA_STORIES,
        count: 12,
        attention: [1],
        archived: [10],
        paused: [2],
      },
    ],
  },
  {
    domain: 'vitta.local',
    areaCode: '21',
    agents: [
      { name: 'Lia', type: 'SDR', stories: VITTA_SDR_STORIES, count: 10, attention: [1], archived: [8], paused: [3] },
      { name: 'Caio', type: 'CLOSER', stories: VITTA_CLOSER_STORIES, count: 5, attention: [], archived: [], paused: [1] },
      { name: 'Íris', type: 'POS_VENDA', stories: VITTA_POS_VENDA_STORIES, count: 5, attention: [0], archived: [4], paused: [] },
    ],
  },
  {
    domain: 'prosa.local',
    agents: [
      { name: 'Duda', type: 'SDR', stories: PROSA_SDR_STORIES, count: 3, attention: [1], archived: [2], paused: [] },
      { name: 'Otto', type: 'CLOSER', stories: PROSA_CLOSER_STORIES, count: 2, attention: [], archived: [], paused: [] },
      { name: 'Mel', type: 'POS_VENDA', stories: PROSA_POS_VENDA_STORIES, count: 2, attention: [], archived: [], paused: [] },
    ],
  },
]

/** Name of the agent that new leads of the demo write to. */
export const FIRST_AGENT_NAME = TENANT_PLANS[0]?.agents[0]?.name ?? ''

const SEED = 20_261

/** Creates the demo's conversations. Deterministic except for the dates, which depend on `now`. */
export const createDemoContent = (now: Date): DemoTenant[] => {
  const random = createSeededRandom(SEED)
  const people = createPersonGenerator(random)
  const filler = createResolverFactory(random)
  return TENANT_PLANS.map(({ domain, areaCode, agents }) => {
    const staff: readonly DemoStaff[] =
      DEMO_ACCOUNTS.find((account) => account.domain === domain)?.users.filter(({ hasLeft }) => !hasLeft) ?? []
    return {
      domain,
      agents: agents.map((role) => {
        const nextStory = createShuffledDeck(random, role.stories.map(parseStory))
        const conversations = Array.from({ length: role.count }, (_, index) => {
          const story = nextStory()
          const person = people(story.gender, areaCode)
          return createDemoConversation({ story, person, fill: filler(person), random, staff, role, index, now })
        })
        const hasLongOne = domain === 'aurora.local' && role.type === 'POS_VENDA'
        if (hasLongOne) conversations.push(createLongConversation({ random, filler, person: people('m', '11'), staff, now }))
        return { name: role.name, type: role.type, conversations }
      }),
    }
  })
}
