import { SecurityPage } from '#app/admin/security/security-page.tsx';

export default function SecurityRoute() {
  return <SecurityPage />;
}
