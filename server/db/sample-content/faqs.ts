export const SAMPLE_FAQS = [
  {
    question: 'What kinds of software do you build?',
    answer:
      'Six kinds, all made to order:\nShipment systems\nInvoicing tools\nBusiness dashboards\nReal estate applications\nMapping applications\nCustom business applications\n\nIf your need lies between two of them, describe it in the order form and choose the nearest. We sort it out in the first call.',
    category: 'Services',
  },
  {
    question: 'Can you work with the systems we already have?',
    answer:
      'Usually, yes. We connect to accounting packages, ERP systems, carrier interfaces and plain spreadsheets. Before we quote, we read the documentation of each system and try one real request against it, so that the price rests on something we have seen working.\n\nAdvanced integrations are part of the Professional and Enterprise plans.',
    category: 'Services',
  },
  {
    question: 'Which languages can the application speak?',
    answer:
      'Arabic, English and Turkish, one of them or all three. Arabic means a real right-to-left layout and not only translated words. You can also order an application that is prepared for further languages later.',
    category: 'Services',
  },
  {
    question: 'What does a project cost?',
    answer:
      'Basic projects start at $5,000 and Professional projects start at $15,000. Enterprise projects are priced individually.\n\nThe final price is given after a free discovery session, in writing, with the scope it covers. There are no hidden costs.',
    category: 'Pricing & Payment',
  },
  {
    question: 'Is the first consultation really free?',
    answer:
      'Yes. The first consultation and the assessment of your project cost nothing and commit you to nothing. You keep the notes either way.',
    category: 'Pricing & Payment',
  },
  {
    question: 'What happens to the price when we change our minds?',
    answer:
      'Small changes inside the agreed scope are part of the work. For anything larger you get a short written note first:\n1. what changes,\n2. what it costs or saves,\n3. what it does to the date.\n\nWe start on it when you have agreed, not before.',
    category: 'Pricing & Payment',
  },
  {
    question: 'How long does a project take?',
    answer:
      'Basic: 3-4 weeks.\nProfessional: 6-8 weeks.\nEnterprise: agreed with you.\n\nA Professional project follows the five steps on our home page: discovery (1 week), analysis (1 week), design (1-2 weeks), development (2-3 weeks) and launch (1 week). A Basic project goes through the same steps in a shorter form, because it builds on standard templates.',
    category: 'Process',
  },
  {
    question: 'How do we see what is happening during development?',
    answer:
      'You get a test address in the first week of development and an update every week: what works now, what comes next, and what we need from you. You click through the real application with your own data, not through slides.',
    category: 'Process',
  },
  {
    question: 'What should I attach to an order?',
    answer:
      'Whatever shows the work as it is today: a spreadsheet saved as PDF, a photo of a form, a screenshot of the system you want to replace. A rough sketch is welcome.\n\nYou can attach up to 10 files as JPEG, PNG, PDF or ZIP, each at most 10 MB and 50 MB together.',
    category: 'Process',
  },
  {
    question: 'What support do we get after the launch?',
    answer:
      'Basic includes 1 month of support, Professional 3 months and Enterprise 12 months. Support covers corrections, questions and small adjustments. After that you can continue with a maintenance agreement, or take the work over with the documentation and source code we hand you.',
    category: 'Support & Security',
  },
  {
    question: 'Who owns the source code and the data?',
    answer:
      'Your data is yours at all times. The source code written for your project becomes yours when the final invoice is paid. Open-source components keep their own licences, and we give you the list.',
    category: 'Support & Security',
  },
  {
    question: 'How do you protect our data?',
    answer:
      'Security is part of the design from the first week: roles with the least access that works, passwords stored as bcrypt hashes, encrypted connections, input checked on the server, and a log of who opened sensitive records.\n\nWe build with invented or anonymised records until you decide that real ones are needed.',
    category: 'Support & Security',
  },
  {
    question: 'Do you offer hosting?',
    answer:
      'We are preparing a hosting agreement for applications we built. Until it is ready we help you choose a provider and carry out the first installation with you.',
    category: 'Support & Security',
    isPublished: false,
  },
];
