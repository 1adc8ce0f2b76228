import { PackagePlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '#app/admin/ui/button.tsx';
import { ORDER_OF_MESSAGE_MESSAGES as messages } from './messages.ts';

const OrderOfMessage = lazy(async () => {
  const { OrderOfMessage: Loaded } = await import('./order-of-message.tsx');
  return { default: Loaded };
});

type Props = { message: { id: string; name: string; email: string; message: string } };

export function MakeOrder({ message }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button icon={PackagePlus} onClick={() => setIsOpen(true)}>
        {messages.make}
      </Button>
      {isOpen && (
        <Suspense>
          <OrderOfMessage message={message} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
