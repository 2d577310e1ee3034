import { SecondStepRuleCard } from '../../features/settings/security/second-step-rule-card.tsx'

/** Page of the organisation's sign-in requirements. */
export function OrganisationSecurityPage() {
  return (
    <div className="max-w-2xl">
      <title>Segurança · Prosa</title>
      <SecondStepRuleCard />
    </div>
  )
}
