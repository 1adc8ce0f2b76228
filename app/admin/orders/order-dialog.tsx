import { Facts, MailLink, Moment, Section } from '#app/admin/leads/lead-details.tsx';
import { LeadDialog } from '#app/admin/leads/lead-dialog.tsx';
import type { LeadDialogProps } from '#app/admin/leads/lead-screen.tsx';
import type { OrderDetail } from '#shared/orders/admin-schema.ts';
import { budgetLabel, timelineLabel } from '#shared/orders/values.ts';
import { OrderFiles } from './order-files.tsx';
import { ORDER_LEADS } from './order-leads.ts';

export function OrderDialog(props: LeadDialogProps) {
  return (
    <LeadDialog<OrderDetail>
      {...props}
      kind={ORDER_LEADS}
      reference={(order) => `${order.reference}, `}
    >
      {(order) => (
        <>
          <Facts
            facts={[
              { label: 'Full Name', value: order.fullName },
              { label: 'Email', value: <MailLink email={order.email} /> },
              { label: 'Phone', value: order.phone ?? 'N/A' },
              { label: 'Company', value: order.company ?? 'N/A' },
              { label: 'Service Type', value: order.serviceType },
              { label: 'Estimated Budget', value: budgetLabel(order.estimatedBudget) },
              { label: 'Target Timeline', value: timelineLabel(order.targetTimeline) },
              { label: 'Required Languages', value: order.requiredLanguages.join(', ') },
              { label: 'Desired Features', value: order.desiredFeatures.join(', ') },
              {
                label: 'Terms Accepted',
                value: (
                  <>
                    Version {order.termsVersion}, <Moment iso={order.termsAcceptedAt} />
                  </>
                ),
              },
            ]}
          />
          <Section title="Project Description">
            <p className="max-w-prose whitespace-pre-wrap wrap-anywhere">
              {order.projectDescription}
            </p>
          </Section>
          <Section title="Attachments">
            <OrderFiles orderId={order.id} files={order.files} />
          </Section>
        </>
      )}
    </LeadDialog>
  );
}
