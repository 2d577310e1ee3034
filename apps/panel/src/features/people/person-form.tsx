import { zodResolver } from '@hookform/resolvers/zod'
import { personChanges } from '@prosa/contract/calls/organisation/people'
import type { Person } from '@prosa/contract/entities/organisation/person'
import { localizedPersonName } from '@prosa/contract/rules/accounts/person-name'
import { getAssignableRoles } from '@prosa/contract/rules/organisation/manage-people'
import { Controller, useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { ROLE_DESCRIPTIONS, ROLE_OPTIONS } from '../../shared/identity/roles.ts'
import { notify } from '../../shared/notifications/notifications.ts'
import { useSession } from '../../shared/session/session.ts'
import { Button } from '../../shared/ui/buttons/button.tsx'
import { FormError } from '../../shared/ui/inputs/form-error.tsx'
import { getFormErrorMessage, setServerErrors } from '../../shared/ui/inputs/form-errors.ts'
import { PhoneInput } from '../../shared/ui/inputs/phone-input.tsx'
import { Select } from '../../shared/ui/inputs/select.tsx'
import { TextField } from '../../shared/ui/inputs/text-field.tsx'
import { useUpdatePerson } from './mutations.ts'
import { peopleQueries } from './queries.ts'

const FIELDS = ['name', 'email', 'phone', 'role'] as const
const { email, phone, role } = personChanges.shape

/** Validation schema of the form. It applies the contract's rules, with messages for users. */
const schema = z.object({
  name: localizedPersonName,
  email: email.def.innerType,
  phone: phone.def.innerType,
  role: role.def.innerType,
})
type Draft = z.output<typeof schema>

/** Form that changes a user's name, e-mail, phone number and, for other users, the role. Only changed fields are sent. */
export function PersonForm({ person, onDone }: { person: Person; onDone: () => void }) {
  const user = useSession((state) => state.user)
  const isOwn = user?.id === person.id
  const assignableRoles = getAssignableRoles(user?.role ?? '')
  const { control, register, formState, handleSubmit, setError } = useForm<Draft>({
    mode: 'onTouched',
    resolver: zodResolver(schema),
    defaultValues: {
      name: person.name,
      email: person.email ?? '',
      phone: person.phone ?? '',
      role: person.role as Draft['role'],
    },
  })
  const draft = useWatch({ control })
  const save = useUpdatePerson(person.id)
  const { errors, dirtyFields } = formState
  const failure = save.error
  const submit = (values: Draft) => {
    const changed = Object.fromEntries(FIELDS.filter((field) => dirtyFields[field]).map((field) => [field, values[field]]))
    if (Object.keys(changed).length === 0) return onDone()
    save.mutate(changed, {
      onSuccess: () => {
        notify.success({
          title: `Os dados de ${values.name.trim()} foram salvos.`,
          subject: [...peopleQueries.all, 'saved', person.id],
        })
        onDone()
      },
      onError: (error) => setServerErrors(error, FIELDS, setError),
    })
  }
  return (
    <form noValidate onSubmit={handleSubmit(submit)} className="flex flex-col gap-4">
      <TextField {...register('name')} label="Nome" autoComplete="off" error={errors.name?.message} required />
      <TextField
        {...register('email')}
        label="E-mail"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email?.message}
      />
      <Controller
        control={control}
        name="phone"
        render={({ field }) => (
          <PhoneInput
            {...field}
            description={dirtyFields.phone ? 'É com ele que se entra. Um telefone novo encerra os acessos abertos.' : undefined}
            error={errors.phone?.message}
            required
          />
        )}
      />
      {!isOwn && (
        <Select
          {...register('role')}
          label="Papel"
          options={ROLE_OPTIONS.filter(({ value }) => assignableRoles.includes(value))}
          description={draft.role && ROLE_DESCRIPTIONS[draft.role]}
          error={errors.role?.message}
        />
      )}
      <FormError>{failure && getFormErrorMessage(failure, FIELDS, 'Não foi possível salvar. Tente novamente.')}</FormError>
      <Button type="submit" variant="primary" className="self-end" busy={save.isPending}>
        {save.isPending ? 'Salvando...' : 'Salvar'}
      </Button>
    </form>
  )
}
