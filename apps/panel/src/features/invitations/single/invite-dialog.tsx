import { zodResolver } from '@hookform/resolvers/zod'
import { inviteUser } from '@prosa/contract/calls/organisation/users'
import { ROLES, type Role } from '@prosa/contract/roles'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { ROLE_DESCRIPTIONS, ROLE_OPTIONS } from '../../../shared/identity/roles.ts'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { Dialog } from '../../../shared/ui/dialogs/dialog.tsx'
import { FormError } from '../../../shared/ui/inputs/form-error.tsx'
import { getFormErrorMessage, setServerErrors } from '../../../shared/ui/inputs/form-errors.ts'
import { Select } from '../../../shared/ui/inputs/select.tsx'
import { TextField } from '../../../shared/ui/inputs/text-field.tsx'
import { type SentInvitation, useSendInvitation } from '../invitation-calls.ts'
import { SentInvitationCard } from './sent-invitation-card.tsx'

const FIELDS = ['email', 'role'] as const
const schema = z.object({ email: z.pipe(z.string().check(z.trim()), inviteUser.body.shape.email), role: z.enum(ROLES) })

interface InviteDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Domain of the organisation that the invited user will join. */
  domain: string
  /** Roles that can be selected. The last one is selected by default. */
  roles: readonly Role[]
}

function Form({
  domain,
  roles,
  onSent,
}: Pick<InviteDialogProps, 'domain' | 'roles'> & { onSent: (sent: SentInvitation) => void }) {
  const { control, register, formState, handleSubmit, setError } = useForm({
    mode: 'onTouched',
    resolver: zodResolver(schema),
    defaultValues: { email: '', role: roles.at(-1) ?? 'operator' },
  })
  const invite = useSendInvitation()
  const { role } = useWatch({ control })
  const submit = (draft: z.output<typeof schema>) =>
    invite.mutate(
      { ...draft, tenantDomain: domain },
      { onSuccess: onSent, onError: (error) => setServerErrors(error, FIELDS, setError) },
    )
  return (
    <form noValidate onSubmit={handleSubmit(submit)} className="flex flex-col gap-4">
      <TextField
        {...register('email')}
        label="E-mail"
        type="email"
        placeholder="pessoa@empresa.com.br"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={formState.errors.email?.message}
        required
      />
      <Select
        {...register('role')}
        label="Papel"
        options={ROLE_OPTIONS.filter(({ value }) => roles.includes(value))}
        description={role && ROLE_DESCRIPTIONS[role]}
        error={formState.errors.role?.message}
      />
      <FormError>{invite.error && getFormErrorMessage(invite.error, FIELDS, 'Failed to invite user')}</FormError>
      <Button type="submit" variant="primary" className="self-end" busy={invite.isPending}>
        {invite.isPending ? 'Convidando...' : 'Convidar'}
      </Button>
    </form>
  )
}

/** Dialog that invites one user. It is for users who may not open the invitations page. */
export default function InviteDialog({ open, onOpenChange, domain, roles }: InviteDialogProps) {
  const [sent, setSent] = useState<SentInvitation | null>(null)
  return (
    <Dialog tall open={open} onOpenChange={onOpenChange} title="Convidar">
      {sent ? (
        <SentInvitationCard sent={sent} onInviteAnother={() => setSent(null)} />
      ) : (
        <Form domain={domain} roles={roles} onSent={setSent} />
      )}
    </Dialog>
  )
}
