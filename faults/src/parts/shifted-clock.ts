/** Loaded before a server's code: shifts its clock by CLOCK_SHIFT_MS. */
const shift = Number(process.env['CLOCK_SHIFT_MS'] ?? 0)
const { now } = Date

globalThis.Date = new Proxy(Date, {
  construct: (target, given: unknown[], made) =>
    Reflect.construct(target, given.length === 0 ? [now() + shift] : given, made) as Date,
  get: (target, name, receiver) => (name === 'now' ? () => now() + shift : (Reflect.get(target, name, receiver) as unknown)),
})
