import type { FormInstance } from 'antd'

/** What is checked when it is sent is not called wrong any more once it was changed (TMPL-30). */
export const forgetErrors = (form: FormInstance, changed: object) =>
  form.setFields(Object.keys(changed).map((name) => ({ name, errors: [] })))
